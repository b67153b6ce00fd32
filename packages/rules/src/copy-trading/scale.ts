// How many shares each follower takes part with. It is decided before the parent order is sent, from their own money and
// settings alone, so that no fill can take a follower past a limit.

import { brokerage, valueAt } from '../orders/costs.ts'
import type { TradingTerms } from '../orders/terms.ts'

export type FeeTerms = Pick<TradingTerms, 'brokerage' | 'brokerageMin'> &
  Partial<Pick<TradingTerms, 'brokerageMinOdd'>>

export interface FollowerMoney {
  /** What the follower put behind the mentor. */
  readonly amount: bigint
  /** What is left of it: the hold of the copy. */
  readonly left: bigint
  /** The cost of what the copy has of this stock. */
  readonly inStock: bigint
  /** The part of the amount for one stock, in hundredths of a percent. */
  readonly stockShareBp: number
  /** The largest cost of one purchase; null for none. */
  readonly cap: bigint | null
  readonly isPaused: boolean
}

export interface MentorPurchase {
  readonly shares: number
  /** The limit: no fill is above it. */
  readonly price: number
  /** What the mentor's account was worth at the last day end. */
  readonly capital: bigint
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What these shares cost at most: value at the limit and the fee. */
export const purchaseCost = (terms: FeeTerms, price: number, shares: number): bigint => {
  const value = valueAt(price, shares)
  return value + brokerage(terms, value, shares)
}

/** The most shares, up to what is wanted, whose cost fits. Fewer shares never cost more, so fewer fills fit too. */
export function sharesFor(terms: FeeTerms, price: number, money: bigint, wanted: number): number {
  let [low, high] = [0, wanted]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (purchaseCost(terms, price, middle) <= money) low = middle
    else high = middle - 1
  }
  return low
}

/** The part of the purchase that the follower's amount is of the mentor's money, within all limits; 0 is an answer. */
export function purchaseShares(terms: FeeTerms, mentor: MentorPurchase, follower: FollowerMoney): number {
  const { amount, left, inStock, stockShareBp, cap, isPaused } = follower
  if (isPaused) return 0
  const spent = valueAt(mentor.price, mentor.shares)
  // A mentor cannot spend more than they have; the larger divisor is the safer one.
  const capital = mentor.capital > spent ? mentor.capital : spent
  const wanted = Number((BigInt(mentor.shares) * amount) / capital)
  const ofStock = (amount * BigInt(stockShareBp)) / 10_000n - inStock
  const money = smaller(smaller(left, ofStock), cap ?? left)
  return money <= 0n ? 0 : sharesFor(terms, mentor.price, money, wanted)
}

/** The same part of the follower's shares as the mentor sells of theirs; the last sale takes all. */
export const saleShares = (mentor: { readonly sold: number; readonly held: number }, held: number): number =>
  mentor.sold >= mentor.held ? held : Number((BigInt(held) * BigInt(mentor.sold)) / BigInt(mentor.held))
