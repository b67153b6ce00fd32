// What an opening order takes from its owner. `spent(v)` is the amount taken after fills worth v: own part and fee of a
// long, margin of a short. An order is funded for the most it can still take:
//
//   held(filled, left) = most(filled + left x worst price) - spent(filled),   most(v) = the highest spent(u) of any u <= v
//
// A fill at or below the worst price therefore always finds its money held, and releases most(before) - most(after),
// which is never negative. Cutting the loan to whole thousands makes `spent` fall by up to NT$999 where the loan steps
// up: that is why `most` is not simply `spent`.

import { brokerage, valueAt } from './costs.ts'
import type { TradingTerms } from './terms.ts'

export type Direction = 'long' | 'short'

/** Hundredths: 100 is 1x. A short is always 1x, on 90 % margin. */
export const longMultiples = [100, 200, 250] as const
export type Multiple = (typeof longMultiples)[number]

const thousand = 100_000n
const hundred = 10_000n

/** Value x (1 - 1/m), cut to whole thousands of dollars. */
export const loanOf = (multiple: number, value: bigint): bigint => {
  const m = BigInt(multiple)
  return ((value * (m - 100n)) / m / thousand) * thousand
}

export const ownPart = (multiple: number, value: bigint): bigint => value - loanOf(multiple, value)

/** Margin of a short sale, rounded up to a hundred dollars. */
export function marginOf(terms: TradingTerms, value: bigint): bigint {
  const exact = value * BigInt(terms.shortMargin)
  const unit = hundred * 1_000_000n
  return ((exact + unit - 1n) / unit) * hundred
}

export interface Funding {
  readonly direction: Direction
  readonly multiple: number
  /** Of the whole order, for the minimum of its fee. Absent: whole lots. */
  readonly quantity?: number | undefined
}

/** The amount that fills worth `value` have taken from the member in total. */
export const spent = (
  terms: TradingTerms,
  { direction, multiple, quantity }: Funding,
  value: bigint,
): bigint =>
  direction === 'short'
    ? marginOf(terms, value)
    : ownPart(multiple, value) + brokerage(terms, value, quantity)

/** The highest `spent` of any value up to this one. */
export function max(terms: TradingTerms, funding: Funding, value: bigint): bigint {
  const here = spent(terms, funding, value)
  if (funding.direction === 'short' || funding.multiple === 100) return here
  const loan = loanOf(funding.multiple, value)
  if (loan === 0n) return here
  // The own part peaks just before the loan's last step up. The step is at ceil(loan x m / (m - 100)).
  const m = BigInt(funding.multiple)
  const step = (loan * m + (m - 100n) - 1n) / (m - 100n)
  const peak = spent(terms, funding, step - 1n)
  return peak > here ? peak : here
}

export interface OrderProgress extends Funding {
  /** The worst price it can fill at: its limit, or the day's limit for a market order and for every short. */
  readonly worstPrice: number
  readonly left: number
  /** Value of its fills so far. */
  readonly filled: bigint
}

/** The amount that must be held for the order now. */
export const heldFor = (terms: TradingTerms, order: OrderProgress): bigint =>
  order.left === 0
    ? 0n
    : max(terms, order, order.filled + valueAt(order.worstPrice, order.left)) -
      spent(terms, order, order.filled)
