// Whether a position can be closed; used by the close sheet and the server. The limits for opening do not apply: a
// member can always exit.

import { type ClosingTimes, mayClose } from '../positions/may-close.ts'
import type { PositionState } from '../positions/states.ts'
import {
  type Acknowledgement,
  checkEntry,
  checkFarPrice,
  type OrderRefusal,
  reasonOf,
} from './check-order.ts'
import { oddLotReason } from './choices.ts'
import { splitLots } from '../instruments/lots.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'
import type { Direction } from './funding.ts'

export interface HeldPosition extends ClosingTimes {
  readonly direction: Direction
  readonly multiple: number
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

type Day = Pick<
  TicketFacts,
  'terms' | 'kind' | 'limited' | 'state' | 'oddHours' | 'upper' | 'lower' | 'last' | 'reference'
>

type CloseRequest = Pick<TicketOrder, 'price' | 'quantity' | 'validity'>

/**
 * The orders that close these shares: whole lots, and an odd lot in its own book. Odd lots have no market orders, so that
 * of a market sale gets the day's lower limit as its price, and trades at the price of the next match.
 */
export function closeOrders(
  order: CloseRequest,
  { lower }: Pick<TicketFacts, 'lower'>,
): readonly CloseRequest[] {
  const { whole, odd } = splitLots(order.quantity)
  const oddOrder =
    order.price === undefined && lower !== null
      ? { ...order, quantity: odd, price: lower, validity: 'ROD' as const }
      : { ...order, quantity: odd }
  return [...(whole > 0 ? [{ ...order, quantity: whole }] : []), ...(odd > 0 ? [oddOrder] : [])]
}

/** Whether these shares can be closed, in one book or in both. */
export function checkCloses(
  facts: Day,
  position: HeldPosition,
  order: CloseRequest,
  moment: CloseMoment,
  acknowledged: readonly Acknowledgement[] = [],
): OrderRefusal | undefined {
  let { closing } = position
  for (const part of closeOrders(order, facts)) {
    const asked: readonly Acknowledgement[] = order.price === undefined ? ['far-price'] : acknowledged
    const refusal = checkClose(facts, { ...position, closing }, part, moment, asked)
    if (refusal) return refusal
    closing += part.quantity
  }
  return undefined
}

/** Whether one order can close them. */
export function checkClose(
  facts: Day,
  position: HeldPosition,
  order: CloseRequest,
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
  const entry = checkEntry(facts, order, position.shares - position.closing)
  if (entry) return entry
  const odd = oddLotReason({ ...position, quantity: order.quantity })
  if (odd) return reasonOf(odd)
  if (acknowledged.includes('far-price')) return undefined
  return checkFarPrice(facts, position.direction === 'long' ? 'sell' : 'buy', order.price)
}
