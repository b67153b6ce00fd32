// Whether a price cell is tinted now. The live feed's gate decides how often and how many; only visible cells ask.

import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Flash } from '@fairlot/ui'
import { requestFlash, tickOf } from '../live/index.ts'

const seen = new WeakSet<Element>()
let observer: IntersectionObserver | undefined

const observe = (element: Element): (() => void) => {
  observer ??= new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) seen.add(target)
      else seen.delete(target)
    }
  })
  const mine = observer
  mine.observe(element)
  return () => {
    mine.unobserve(element)
    seen.delete(element)
  }
}

/** `cell` must stay the same element while its figure changes. */
export const useFlash = (
  cell: RefObject<HTMLElement | null>,
  symbol: string,
  price: number | null,
): Flash | undefined => {
  const [flash, setFlash] = useState<Flash>()
  const before = useRef({ symbol, price })
  useEffect(() => (cell.current === null ? undefined : observe(cell.current)), [cell])
  useEffect(() => {
    const was = before.current
    before.current = { symbol, price }
    if (was.symbol !== symbol) {
      // The cell now belongs to another row: the tint must end.
      setFlash(undefined)
      return
    }
    const tick = tickOf(was.price, price)
    const element = cell.current
    if (tick === undefined || element === null || !seen.has(element)) return
    requestFlash(element, tick, (shown) =>
      setFlash((last) => ({ tick: shown, count: (last?.count ?? 0) + 1 })),
    )
  }, [cell, symbol, price])
  return flash
}
