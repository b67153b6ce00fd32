// The rows of one group while it is edited: their order, which are chosen, and saving every change at once.

import type { DataOf } from '@fairlot/contract'
import { useState } from 'react'
import { arrange } from '../use-watch-list.ts'

export const useEditing = (watch: DataOf<'/favourites/listGroups'>, group: string) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [order, setOrder] = useState<{ readonly of: string; readonly symbols: readonly string[] }>()
  const current = watch.groups.find(({ id }) => id === group)
  const kept = current?.symbols ?? watch.symbols
  // A dropped row stays where it is until the server confirms the order.
  const symbols = order?.of === group && sameMembers(order.symbols, kept) ? order.symbols : kept
  const chosen = symbols.filter((symbol) => selected.has(symbol))
  const others = symbols.filter((symbol) => !selected.has(symbol))
  const keepOrder = (next: readonly string[]) => {
    setOrder({ of: group, symbols: next })
    void arrange(current?.id, next)
  }
  const remove = async () => {
    const done = await arrange(current?.id, others)
    if (done) setSelected(new Set())
  }
  const moveTo = async (target: { readonly id: string; readonly symbols: readonly string[] }) => {
    const done = await arrange(target.id, [...new Set([...target.symbols, ...chosen])])
    if (done && current !== undefined && current.id !== target.id) await arrange(current.id, others)
    if (done) setSelected(new Set())
  }
  const tick = (symbol: string, on: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      if (on) next.add(symbol)
      else next.delete(symbol)
      return next
    })
  return {
    current,
    symbols,
    selected,
    chosen,
    select: (next: readonly string[]) => setSelected(new Set(next)),
    tick,
    keepOrder,
    remove,
    moveTo,
  }
}

const sameMembers = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length
