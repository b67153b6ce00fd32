// A cash dividend: what a holder gets, what is withheld, and the reference price of the ex-date. The functions
// app.dividend_gross and app.dividend_withheld compute the same; a flow test compares them.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { dayMs, taipeiMidnight } from '../calendar/taipei.ts'
import { tickAt } from '../instruments/ticks.ts'
import type { SupplementTerms } from './limits.ts'

/** Dividends are announced in millionths of a dollar a share. */
export const microsPerDollar = 1_000_000
const microsPerCent = 10_000

/** Minor units. A holder is paid whole dollars; what is left of a dollar stays with the issuer. */
export const grossOf = (cashMicros: number, shares: number | bigint): bigint =>
  ((BigInt(cashMicros) * BigInt(shares)) / BigInt(microsPerDollar)) * 100n

/** The supplement of one dividend, to the nearest dollar, a half up. */
export function withheldOf({ supplementFrom, supplementRate }: SupplementTerms, gross: bigint): bigint {
  if (gross < BigInt(supplementFrom)) return 0n
  return ((gross * BigInt(supplementRate) + 500_000n) / 1_000_000n) * 100n
}

export interface Entitlement {
  readonly gross: bigint
  readonly withheld: bigint
  /** What reaches the member on the payment date. */
  readonly net: bigint
  /** What a short seller owes the lender of the shares. */
  readonly owed: bigint
}

export function entitlementOf(
  terms: SupplementTerms & { readonly cashMicros: number },
  { long, short }: { readonly long: number; readonly short: number },
): Entitlement {
  const gross = grossOf(terms.cashMicros, long)
  const withheld = withheldOf(terms, gross)
  return { gross, withheld, net: gross - withheld, owed: grossOf(terms.cashMicros, short) }
}

/** The close less the dividend, to the nearest tick, a half up; never below one tick. */
export function exReference(kind: InstrumentKind, close: number, cashMicros: number): number {
  // In millionths, so that a half is exact.
  const exact = close * microsPerCent - cashMicros
  const tick = tickAt(kind, Math.max(exact / microsPerCent, 1))
  const step = tick * microsPerCent
  return Math.max(Math.floor((2 * exact + step) / (2 * step)) * tick, tick)
}

export interface DividendTerms {
  readonly cashMicros: number
  readonly exOn: string
  readonly paysOn: string
}

/** The longest time between ex-date and payment. */
const maxWaitDays = 180

/** The first wrong field, if any. A dividend takes at most half of the price. */
export function dividendProblem(
  { cashMicros, exOn, paysOn }: DividendTerms,
  facts: {
    /** The date in Taipei. */
    readonly today: string
    readonly price: number
    readonly isTradingDay: (date: string) => boolean
    readonly isSettlementDay: (date: string) => boolean
  },
): 'cashMicros' | 'exOn' | 'paysOn' | undefined {
  if (cashMicros <= 0 || cashMicros * 2 > facts.price * microsPerCent) return 'cashMicros'
  if (exOn <= facts.today || !facts.isTradingDay(exOn)) return 'exOn'
  const waits = (taipeiMidnight(paysOn) - taipeiMidnight(exOn)) / dayMs
  if (!(waits >= 1 && waits <= maxWaitDays) || !facts.isSettlementDay(paysOn)) return 'paysOn'
  return undefined
}
