// Exits: a stop loss and a take profit that an opening order carries. They start when it fills.

import { formatMoney } from '@fairlot/money'
import { isOnTick, tickAt } from '../instruments/ticks.ts'
import type { OrderRefusal } from './check-order.ts'
import type { ConditionalKind } from './conditional.ts'
import { borrowFee, brokerage, transactionTax, valueAt } from './costs.ts'
import type { TicketFacts, TicketOrder } from './facts.ts'

export interface Exits {
  readonly stop?: number | undefined
  readonly takeProfit?: number | undefined
}

export const isSameExits = (one: Exits | undefined, other: Exits | undefined): boolean =>
  one?.stop === other?.stop && one?.takeProfit === other?.takeProfit

/** The conditional close that they become; undefined without any. */
export const exitKind = ({ stop, takeProfit }: Exits): ConditionalKind | undefined => {
  if (stop === undefined) return takeProfit === undefined ? undefined : 'take-profit'
  return takeProfit === undefined ? 'stop' : 'one-cancels-other'
}

/**
 * The take profit lies on the winning side of the price at which the order may fill, the stop on the losing side. A
 * market order is measured at the last price.
 */
export function checkExits(
  { kind, limited, last, reference }: Pick<TicketFacts, 'kind' | 'limited' | 'last' | 'reference'>,
  order: Pick<TicketOrder, 'direction' | 'price'>,
  { stop, takeProfit }: Exits,
): OrderRefusal | undefined {
  if (stop === undefined && takeProfit === undefined) return { msg: 'order.exits', field: 'exits' }
  // A stop sells at the market, which an instrument without a daily limit does not have.
  if (stop !== undefined && !limited) {
    const rule = 'order.market-not-limited'
    return { msg: 'order.choice', field: 'stop', rule, params: { rule } }
  }
  const at = order.price ?? last ?? reference
  const isLong = order.direction === 'long'
  for (const [field, price, isWinning] of [
    ['takeProfit', takeProfit, true],
    ['stop', stop, false],
  ] as const) {
    if (price === undefined) continue
    if (!isOnTick(kind, price)) {
      const tick = formatMoney(BigInt(tickAt(kind, price)))
      return { msg: 'order.tick', field, rule: 'order.tick', params: { tick } }
    }
    if (isLong === isWinning ? price <= at : price >= at) return { msg: 'order.exits', field }
  }
  return undefined
}

/** Result of opening at one price and closing at the other, after fees, tax and borrowing fee; without interest. */
export function resultBetween(
  { terms, kind }: Pick<TicketFacts, 'terms' | 'kind'>,
  { direction, dayTrade, quantity }: Pick<TicketOrder, 'direction' | 'dayTrade' | 'quantity'>,
  opened: number,
  closed: number,
): bigint {
  const [open, close] = [valueAt(opened, quantity), valueAt(closed, quantity)]
  const fees = brokerage(terms, open, quantity) + brokerage(terms, close, quantity)
  if (direction === 'long') return close - open - fees - transactionTax(terms, kind, dayTrade, close)
  return open - close - fees - transactionTax(terms, kind, dayTrade, open) - borrowFee(terms, dayTrade, open)
}
