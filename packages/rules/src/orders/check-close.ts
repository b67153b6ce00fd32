// Whether a position can be closed; used by the close sheet and the server. The limits for opening do not apply: a
// member can always exit.

import { lotSize } from '../instruments/lots.ts'
import { type ClosingTimes, mayClose } from '../positions/may-close.ts'
import type { PositionState } from '../positions/states.ts'
import { type Acknowledgement, checkEntry, checkFarPrice, type OrderRefusal } from './check-order.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'
import type { Direction } from './funding.ts'

export interface HeldPosition extends ClosingTimes {
  readonly direction: Direction
  readonly state: PositionState
  readonly shares: number
  /** Shares already in open close orders and waiting conditional orders. */
  readonly closing: number
}

export interface CloseMoment {
  /** The current trading day. */
  readonly date: string
  readonly nowMs: number
}

export function checkClose(
  facts: Pick<TicketFacts, 'terms' | 'kind' | 'limited' | 'state' | 'upper' | 'lower' | 'last' | 'reference'>,
  position: HeldPosition,
  order: Pick<TicketOrder, 'price' | 'quantity' | 'validity'>,
  { date, nowMs }: CloseMoment,
  acknowledged: readonly Acknowledgement[] = [],
): OrderRefusal | undefined {
  if (position.state === 'closed' || position.shares === 0) return { msg: 'order.not-holding' }
  const early = mayClose(position, nowMs, date, facts.terms)
  if (early) {
    const { code, rule } = early
    return 'minutes' in early
      ? { msg: code, rule, params: { minutes: early.minutes } }
      : { msg: code, rule, params: { date: position.sellableOn } }
  }
  const free = Math.floor((position.shares - position.closing) / lotSize)
  const entry = checkEntry(facts, order, free)
  if (entry) return entry
  if (acknowledged.includes('far-price')) return undefined
  return checkFarPrice(facts, position.direction === 'long' ? 'sell' : 'buy', order.price)
}
