// The amounts of one fill, by the terms of its order. Costs are functions of the order's whole value so far; a fill is
// charged the difference, so ten small fills cost as much as one large fill.

import {
  borrowFee,
  brokerage,
  type ClosedSoFar,
  closingShares,
  heldFor,
  loanOf,
  marginOf,
  spent,
  type TradingTerms,
  transactionTax,
  valueAt,
} from '@fairlot/rules/orders'
import type { SettlementOrder, SettlementPosition } from './settlement-input.ts'

export interface Costs {
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
}

export interface OpeningAmounts extends Costs {
  readonly value: bigint
  /** The loan of a long. */
  readonly loan: bigint
  /** The margin of a short. */
  readonly margin: bigint
  /** Taken from the hold, and what must still be held afterwards. */
  readonly captured: bigint
  readonly heldAfter: bigint
}

/** `left` is the quantity left in the order after the fill. */
export function openingAmounts(
  terms: TradingTerms,
  order: SettlementOrder,
  price: number,
  quantity: number,
  left: number,
): OpeningAmounts {
  const value = valueAt(price, quantity)
  const before = order.filledValue
  const after = before + value
  const isShort = order.direction === 'short'
  const grown = (amount: (whole: bigint) => bigint): bigint => amount(after) - amount(before)
  return {
    value,
    fee: grown((whole) => brokerage(terms, whole, order.quantity)),
    tax: isShort ? grown((whole) => transactionTax(terms, order.kind, order.dayTrade, whole)) : 0n,
    borrowFee: isShort ? grown((whole) => borrowFee(terms, order.dayTrade, whole)) : 0n,
    loan: isShort ? 0n : grown((whole) => loanOf(order.multiple, whole)),
    margin: isShort ? grown((whole) => marginOf(terms, whole)) : 0n,
    captured: grown((whole) => spent(terms, order, whole)),
    heldAfter: heldFor(terms, {
      direction: order.direction,
      multiple: order.multiple,
      quantity: order.quantity,
      worstPrice: order.worstPrice,
      left,
      filled: after,
    }),
  }
}

export interface ClosingAmounts extends Costs {
  readonly value: bigint
  /** The position's share for the closed quantity: repaid, paid, released. */
  readonly loan: bigint
  readonly interest: bigint
  readonly collateral: bigint
  /** Opening value and costs of those shares, and their result after all costs. */
  readonly basis: bigint
  readonly realised: bigint
}

/** Tax of a sale is halved when the shares were bought the same day as a flagged day trade. */
export function closingAmounts(
  terms: TradingTerms,
  order: SettlementOrder,
  position: SettlementPosition,
  price: number,
  quantity: number,
  date: string,
): ClosingAmounts {
  const value = valueAt(price, quantity)
  const before = order.filledValue
  const after = before + value
  const fee = brokerage(terms, after, order.quantity) - brokerage(terms, before, order.quantity)
  const isLong = order.direction === 'long'
  const isDayTrade = order.dayTrade && position.openedOn === date
  const tax = isLong
    ? transactionTax(terms, order.kind, isDayTrade, after) -
      transactionTax(terms, order.kind, isDayTrade, before)
    : 0n
  const { loan, interest, collateral } = closingShares(position, quantity, order)
  const basis = basisUsed(position, position.openedShares - position.shares + quantity) - position.closedBasis
  const realised = isLong ? value - fee - tax - interest - basis : basis - value - fee
  return {
    value,
    fee,
    tax,
    borrowFee: 0n,
    loan,
    interest,
    collateral,
    basis,
    realised,
  }
}

/**
 * The part of a long's cost or a short's proceeds that the closed shares have used, opening costs included. It is
 * truncated per amount like `closingShares`, so that a close yields what its preview said. Computed for all closed
 * shares together, so that the total is exact even when the opening order fills again after a close.
 */
export function basisUsed(
  position: Pick<
    SettlementPosition,
    'direction' | 'openedShares' | 'openedValue' | 'openFee' | 'openTax' | 'borrowFee'
  >,
  closedShares: number,
): bigint {
  const part = (amount: bigint): bigint => (amount * BigInt(closedShares)) / BigInt(position.openedShares)
  const costs = part(position.openFee) + part(position.openTax) + part(position.borrowFee)
  return position.direction === 'long'
    ? part(position.openedValue) + costs
    : part(position.openedValue) - costs
}

/**
 * The most a short's close can still need beyond the collateral released with it. Any hold above that is released after
 * each fill.
 */
export function shortCloseNeeds(
  terms: TradingTerms,
  order: ClosedSoFar & Pick<SettlementOrder, 'worstPrice' | 'filledValue'>,
  left: number,
  position: SettlementPosition,
): bigint {
  if (left === 0) return 0n
  const value = valueAt(order.worstPrice, left)
  const fee = brokerage(terms, order.filledValue + value) - brokerage(terms, order.filledValue)
  const needed = value + fee - closingShares(position, left, order).collateral
  return needed > 0n ? needed : 0n
}
