// The table's content for a security. Halted ones come first, then those at their limit, then by code.

import type { ConsoleDataOf } from '@fairlot/contract/console-routes'

export type Control = ConsoleDataOf<'/market/control'>
export type Security = Control['securities'][number]
export type Standing = 'halted' | 'paused' | 'upper' | 'lower' | 'normal'

export function standingOf({ state, last, upper, lower }: Security): Standing {
  if (state === 'halted' || state === 'paused') return state
  if (last !== null && last === upper) return 'upper'
  if (last !== null && last === lower) return 'lower'
  return 'normal'
}

const order: Readonly<Record<Standing, number>> = { halted: 0, paused: 1, upper: 2, lower: 2, normal: 3 }

export const inOrder = (securities: readonly Security[]): readonly Security[] =>
  securities.toSorted((a, b) => order[standingOf(a)] - order[standingOf(b)] || (a.symbol < b.symbol ? -1 : 1))

export const filters = ['all', 'stopped', 'limit'] as const
export type Filter = (typeof filters)[number]

export function passes(security: Security, filter: Filter, query: string): boolean {
  const standing = standingOf(security)
  const isWanted =
    filter === 'all' ||
    (filter === 'stopped'
      ? standing === 'halted' || standing === 'paused'
      : standing === 'upper' || standing === 'lower')
  const wanted = query.trim().toLowerCase()
  return (
    isWanted &&
    (wanted === '' ||
      `${security.symbol} ${security.nameTw} ${security.nameEn}`.toLowerCase().includes(wanted))
  )
}
