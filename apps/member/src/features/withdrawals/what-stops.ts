// Why an amount cannot be withdrawn now. The fee is taken on top of it. Undefined when it can.

import type { DataOf } from '@fairlot/contract'

export type Offer = DataOf<'/withdrawals/offer'>

export type Stop =
  { readonly why: 'low' | 'high' | 'today' | 'short'; readonly amount: bigint } | { readonly why: 'times' }

export const whatStops = (offer: Offer, amount: bigint): Stop | undefined => {
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

/** The most that one withdrawal can take now; zero when none can. */
export const mostOf = (offer: Offer): bigint => {
  const most = [offer.max, offer.leftToday]
    .filter((bound) => bound !== null)
    .map(BigInt)
    .reduce((least, one) => (one < least ? one : least), BigInt(offer.withdrawable) - BigInt(offer.fee))
  return offer.timesLeftToday > 0 && most >= BigInt(offer.min ?? 1) ? most : 0n
}
