// The costs of a trade. Each cost is a function of the order's whole value so far, cut to whole dollars once: a fill
// pays the difference between the order's cost after and before it. So ten small fills cost as much as one large fill.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { isOddLot, splitLots } from '../instruments/lots.ts'
import type { TradingTerms } from './terms.ts'

const million = 1_000_000n
const dollar = 100n

/** Millionths of an amount, cut to whole dollars. */
const cut = (value: bigint, ppm: number): bigint => ((value * BigInt(ppm)) / million / dollar) * dollar

/** Hundredths of a dollar times shares. */
export const valueAt = (price: number, quantity: number): bigint => BigInt(price) * BigInt(quantity)

/** `ordered` is the quantity of the whole order: an odd lot has a lower minimum. Absent: whole lots. */
export function brokerage(
  terms: Pick<TradingTerms, 'brokerage' | 'brokerageMin'> & Partial<Pick<TradingTerms, 'brokerageMinOdd'>>,
  value: bigint,
  ordered?: number,
): bigint {
  if (value === 0n) return 0n
  const fee = cut(value, terms.brokerage)
  const isOdd = ordered !== undefined && isOddLot(ordered)
  // Terms of before odd lots have one minimum.
  const min = BigInt((isOdd ? terms.brokerageMinOdd : undefined) ?? terms.brokerageMin)
  return fee > min ? fee : min
}

export const taxRate = (terms: TradingTerms, kind: InstrumentKind, dayTrade: boolean): number =>
  kind === 'etf' ? terms.taxEtf : dayTrade ? terms.taxDayTrade : terms.taxStock

/** Paid by the seller. */
export const transactionTax = (
  terms: TradingTerms,
  kind: InstrumentKind,
  dayTrade: boolean,
  value: bigint,
): bigint => cut(value, taxRate(terms, kind, dayTrade))

/** Fee and tax for selling these shares at one price, or the fee for buying them: one order in each book. */
export function closingFees(
  terms: TradingTerms,
  price: number,
  shares: number,
  sale: { readonly kind: InstrumentKind; readonly dayTrade: boolean } | undefined,
): { readonly fee: bigint; readonly tax: bigint } {
  const { whole, odd } = splitLots(shares)
  let [fee, tax] = [0n, 0n]
  for (const part of [whole, odd]) {
    const value = valueAt(price, part)
    fee += brokerage(terms, value, part)
    if (sale) tax += transactionTax(terms, sale.kind, sale.dayTrade, value)
  }
  return { fee, tax }
}

/** For lent shares, on the value of the short sale. A day trade covered on the same day borrows nothing overnight. */
export const borrowFee = (terms: TradingTerms, dayTrade: boolean, value: bigint): bigint =>
  dayTrade ? 0n : cut(value, terms.borrowFee)

/** Interest of a loan over this many calendar days, rounded half up to the cent once for the whole period. */
export function interest(terms: TradingTerms, loan: bigint, days: number): bigint {
  const parts = loan * BigInt(terms.interestApr) * BigInt(days)
  const whole = million * 365n
  return (parts * 2n + whole) / (whole * 2n)
}
