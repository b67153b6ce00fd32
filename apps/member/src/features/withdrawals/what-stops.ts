// Why an amount cannot be withdrawn now. The fee is taken on top of it. Undefined when it can.

import type { DataOf } from '@fairlot/contract'

export type Offer = DataOf<'/withdrawals/offer'>

export type Stop =
  { readonly why: 'low' | 'high' | 'today' | 'short'; readonly amount: bigint } | { readonly why: 'times' }

export const whatStops = (offer: Offer, amount: bigint): Stop | undefined => {
  const [min, max] = [BigInt(offer.min), BigInt(offer.max)]
  const [free, today] = [BigInt(offer.withdrawable), BigInt(offer.leftToday)]
  if (offer.timesLeftToday <= 0) return { why: 'times' }
  if (amount < min) return { why: 'low', amount: min }
  if (amount > max) return { why: 'high', amount: max }
  const taken = amount + BigInt(offer.fee)
  if (taken > free) return { why: 'short', amount: taken - free }
  return amount > today ? { why: 'today', amount: today } : undefined
}

/** The most that one withdrawal can take now; zero when none can. */
export const mostOf = (offer: Offer): bigint => {
  const most = [
    BigInt(offer.withdrawable) - BigInt(offer.fee),
    BigInt(offer.max),
    BigInt(offer.leftToday),
  ].reduce((least, one) => (one < least ? one : least))
  return offer.timesLeftToday > 0 && most >= BigInt(offer.min) ? most : 0n
}
