// What an amount buys: at most the amount with fees, as the ticket's purchase by amount. Whole lots go to the regular book and
// the remainder to the book of odd lots, each with its own fee.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { floorToTick, lotSize, maxOddShares } from '../instruments/index.ts'
import { brokerage, heldFor, type TradingTerms, valueAt } from '../orders/index.ts'

export interface PriceDay {
  readonly kind: InstrumentKind
  readonly last: number | null
  readonly reference: number
  readonly upper: number | null
  readonly terms: TradingTerms
}

export interface Purchase {
  /** The limit of both orders. */
  readonly price: number
  /** Shares for each book; zero for none. */
  readonly whole: number
  readonly odd: number
  readonly shares: number
  readonly value: bigint
  readonly fee: bigint
  /** Held for both orders, never above the amount. */
  readonly cost: bigint
  /** The limit is the day's upper limit. */
  readonly atUpper: boolean
}

/** The last price with the headroom, within the day's limit. Zero without a price. */
function planPrice({ kind, last, reference, upper }: PriceDay, headroomBp: number): number {
  const base = last ?? reference
  if (base <= 0) return 0
  const price = Math.max(base, floorToTick(kind, (base * (10_000 + headroomBp)) / 10_000))
  return upper !== null && price > upper ? upper : price
}

/** Undefined when the amount does not pay for one share. */
export function purchaseFor(day: PriceDay, amount: bigint, headroomBp: number): Purchase | undefined {
  const price = planPrice(day, headroomBp)
  if (price <= 0) return undefined
  const { terms } = day
  const costOf = (quantity: number): bigint =>
    heldFor(terms, {
      direction: 'long',
      multiple: 100,
      quantity,
      worstPrice: price,
      left: quantity,
      filled: 0n,
    })
  const whole = highest(terms.maxLots, (lots) => costOf(lots * lotSize) <= amount) * lotSize
  const rest = amount - costOf(whole)
  const odd = highest(maxOddShares, (shares) => costOf(shares) <= rest)
  if (whole + odd === 0) return undefined
  const [wholeValue, oddValue] = [valueAt(price, whole), valueAt(price, odd)]
  return {
    price,
    whole,
    odd,
    shares: whole + odd,
    value: wholeValue + oddValue,
    fee: brokerage(terms, wholeValue, whole) + brokerage(terms, oddValue, odd),
    cost: costOf(whole) + costOf(odd),
    atUpper: price === day.upper,
  }
}

/** The highest count up to `max` that fits; costs grow with the count. */
function highest(max: number, fits: (count: number) => boolean): number {
  let low = 0
  let high = max
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** Within the bounds and a multiple of the step. */
export const isPlanAmount = (
  amount: bigint,
  { min, max, step }: { readonly min: bigint; readonly max: bigint; readonly step: bigint },
): boolean => amount >= min && amount <= max && amount % step === 0n
