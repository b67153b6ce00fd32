// Conditional entries: opening orders that are placed when a trade reaches their trigger. They are decided as the order
// they become, at their trigger; the ticket and the server use the same functions.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { formatMoney } from '@fairlot/money'
import { isOnTick, tickAt } from '../instruments/ticks.ts'
import type { OrderRefusal } from './check-order.ts'
import { type DayLimits, firedPrice } from './conditional.ts'
import type { TicketFacts } from './facts.ts'
import type { Direction } from './funding.ts'

/** The side from which the price reaches the trigger. */
export type TriggerWay = 'rise' | 'fall'

export interface EntryTrigger {
  readonly way: TriggerWay
  readonly trigger: number
}

export interface EntryTerms extends EntryTrigger {
  readonly direction: Direction
  /** Absent: a market order once triggered. */
  readonly price?: number | undefined
}

/** A trade at exactly the trigger reaches it. */
export const isReached = ({ way, trigger }: EntryTrigger, price: number): boolean =>
  way === 'rise' ? price >= trigger : price <= trigger

/** Undefined when the trigger can be set. It may lie outside today's limits, because the entry can wait for days. */
export function checkTrigger(
  { kind, last, reference }: { readonly kind: InstrumentKind } & Pick<TicketFacts, 'last' | 'reference'>,
  entry: EntryTrigger,
): OrderRefusal | undefined {
  if (!isOnTick(kind, entry.trigger)) {
    const tick = formatMoney(BigInt(tickAt(kind, entry.trigger)))
    return { msg: 'order.tick', field: 'trigger', rule: 'order.tick', params: { tick } }
  }
  return isReached(entry, last ?? reference) ? { msg: 'order.entry-trigger', field: 'trigger' } : undefined
}

type Day = Pick<TicketFacts, 'state' | 'upper' | 'lower' | 'last'>

/**
 * The day as the entry meets it: trading, at its trigger. Its prices may lie outside the limits of today; then its money
 * is held for the higher of them.
 */
export const dayAtTrigger = <Facts extends Day>(
  day: Facts,
  { trigger, price }: Pick<EntryTerms, 'trigger' | 'price'>,
): Facts => ({
  ...day,
  state: 'continuous',
  last: trigger,
  lower: null,
  upper: day.upper === null ? null : Math.max(day.upper, trigger, price ?? 0),
})

/**
 * The limit price of the order when it fires. A market entry is sent at the day's limit, as a market stop is. Undefined
 * when the day does not allow its price.
 */
export const entryPrice = (
  { direction, price }: Pick<EntryTerms, 'direction' | 'price'>,
  limits: DayLimits,
): number | undefined =>
  firedPrice({ kind: 'stop', stop: { price } }, 'stop', direction === 'long' ? 'buy' : 'sell', limits)
