// A day with odd lots, and orders for them.

import type { Command, Side, Validity, VenueEvent } from '@fairlot/contract/venue'
import { brief, cents, closingCallAt, type Day, newDay, openAt, symbol } from './day.ts'

export const minute = 60_000
/** 09:10 in Taipei. */
export const firstMatchAt = openAt + 10 * minute

export const order = (
  side: Side,
  name: string,
  dollars: number,
  shares: number,
  more: { validity?: Validity; group?: string; date?: string } = {},
): Command => ({
  kind: 'place',
  order: name,
  account: name.slice(0, 1),
  symbol,
  side,
  price: cents(dollars),
  quantity: shares,
  validity: 'ROD',
  odd: true,
  ...more,
})
export const buy = (day: Day, name: string, dollars: number, shares: number): VenueEvent[] =>
  day.apply(order('buy', name, dollars, shares))
export const sell = (day: Day, name: string, dollars: number, shares: number): VenueEvent[] =>
  day.apply(order('sell', name, dollars, shares))

/** A day with odd lots and a reference of 100, in continuous trading. */
export function opened(seed = 'seed'): Day {
  const day = newDay({ phase: 'closed' })
  day.apply({ kind: 'phase', date: '2026-01-13', phase: 'opening-call', seed, until: openAt, odd: true })
  day.at = openAt
  day.phase('continuous', { until: closingCallAt })
  return day
}

/** One share traded at 100 in the first match. */
export function matched(): Day {
  const day = opened()
  buy(day, 'x1', 100, 1)
  sell(day, 'y1', 100, 1)
  day.at = firstMatchAt
  const [match] = brief(day.apply({ kind: 'time' }))
  if (match !== 'odd x1 y1 1@100') throw new Error(`the first match is ${match}`)
  return day
}
