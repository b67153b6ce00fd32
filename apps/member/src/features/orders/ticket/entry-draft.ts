// The condition of an entry as entered in the ticket.

import { ceilToTick, floorToTick, stepPrice } from '@fairlot/rules/instruments'
import type { Direction, EntryTrigger, TicketFacts, TriggerWay } from '@fairlot/rules/orders'

export interface EntryDraft extends EntryTrigger {
  /** The order once triggered. */
  readonly then: 'limit' | 'market'
  /** Null: the first day on which it can fire. */
  readonly expiresOn: string | null
}

type Prices = Pick<TicketFacts, 'kind' | 'last' | 'reference'>

/** One per cent from the last price, and a limit one tick beyond. */
export function freshEntry(
  direction: Direction,
  { kind, last, reference }: Prices,
  way: TriggerWay = direction === 'long' ? 'rise' : 'fall',
): { readonly entry: EntryDraft; readonly price: number } {
  const now = last ?? reference
  const trigger =
    way === 'rise' ? ceilToTick(kind, Math.round(now * 1.01)) : floorToTick(kind, Math.round(now * 0.99))
  const price = stepPrice(kind, trigger, direction === 'long' ? 1 : -1)
  return { entry: { way, trigger, then: 'limit', expiresOn: null }, price }
}

export const isEntryDraft = (value: unknown): value is EntryDraft => {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Partial<Record<keyof EntryDraft, unknown>>
  return (
    (entry.way === 'rise' || entry.way === 'fall') &&
    Number.isSafeInteger(entry.trigger) &&
    (entry.then === 'limit' || entry.then === 'market') &&
    (entry.expiresOn === null || typeof entry.expiresOn === 'string')
  )
}
