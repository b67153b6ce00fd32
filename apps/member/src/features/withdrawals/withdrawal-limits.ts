// Why an amount cannot be withdrawn now. The fee is charged on top. Undefined when it can.

import type { DataOf } from '@fairlot/contract'

export type Offer = DataOf<'/withdrawals/offer'>

export type Stop =
  | { readonly why: 'low' | 'high' | 'today' | 'short'; readonly amount: bigint }
  | { readonly why: 'times' }

export const withdrawalStop = (offer: Offer, amount: bigint): Stop | undefined => {
  const [min, max, today] = [offer.min, offer.max, offer.leftToday].map((bound) =>
    bound === null ? null : BigInt(bound),
  )
  const free = BigInt(offer.withdrawable)
  if (offer.timesLeftToday <= 0) return { why: 'times' }
  if (min != null && amount < min) return { why: 'low', amount: min }
  if (max != null && amount > max) return { why: 'high', amount: max }
  const taken = amount + BigInt(offer.fee)
  if (taken > free) return { why: 'short', amount: taken - free }
  return today != null && amount > today ? { why: 'today', amount: today } : undefined
}

/** The maximum of one withdrawal now; zero when none is possible. */
export const maxOf = (offer: Offer): bigint => {
  const max = [offer.max, offer.leftToday]
    .filter((bound) => bound !== null)
    .map(BigInt)
    .reduce((min, one) => (one < min ? one : min), BigInt(offer.withdrawable) - BigInt(offer.fee))
  return offer.timesLeftToday > 0 && max >= BigInt(offer.min ?? 1) ? max : 0n
}
