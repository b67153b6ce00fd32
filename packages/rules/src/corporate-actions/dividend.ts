// A cash dividend: what a holder gets, what is withheld, and the reference price of the ex-date. The functions
// app.dividend_gross and app.dividend_withheld compute the same; a flow test compares them.

import type { CorporateActionState } from '@fairlot/contract/corporate-actions/states'
import type { InstrumentKind } from '@fairlot/contract/venue'
import { dayMs, taipeiMidnight } from '../calendar/taipei.ts'
import { tickAt } from '../instruments/ticks.ts'
import type { FractionTerms, SupplementTerms } from './limits.ts'
import {
  adjustShares,
  fractionCash,
  isSplit,
  noShares,
  ratioOf,
  type ShareRatio,
  type ShareTerms,
} from './ratio.ts'

/** Dividends are announced in millionths of a dollar a share. */
const microsPerDollar = 1_000_000
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
  /** Cash, with what fractions of a share are worth. */
  readonly gross: bigint
  readonly withheld: bigint
  /** What reaches the member on the payment date. */
  readonly net: bigint
  /** What a short seller owes the lender of the shares. */
  readonly owed: bigint
  /** New shares of long positions; negative when a split consolidates. */
  readonly newShares: number
  /** How many more shares a short seller owes. */
  readonly owedShares: number
  readonly fraction: bigint
  readonly owedFraction: bigint
  /** The part of the supplement that the cash does not cover: owed on the payment date. */
  readonly owedSupplement: bigint
}

export interface HeldPosition {
  readonly direction: 'long' | 'short'
  readonly shares: number
  /** A loan: the position keeps at least one share. */
  readonly owes: boolean
}

export type ActionTerms = SupplementTerms & FractionTerms & ShareTerms & { readonly cashMicros: number }

/** What one member gets and owes, by their positions at the close before the ex-date. */
export function entitlementOf(
  terms: ActionTerms,
  reference: number,
  positions: readonly HeldPosition[],
): Entitlement {
  const ratio = ratioOf(terms)
  const side = (direction: HeldPosition['direction']) => {
    let shares = 0
    let added = 0
    let remainder = 0n
    for (const one of positions.filter((held) => held.direction === direction)) {
      const after = adjustShares(one.shares, ratio, one.owes || direction === 'short')
      shares += one.shares
      added += after.shares - one.shares
      remainder += after.remainder
    }
    const fraction = fractionCash(ratio, remainder, { reference, fractionRate: terms.fractionRate })
    return { added, fraction, cash: grossOf(terms.cashMicros, shares) + fraction }
  }
  const long = side('long')
  const short = side('short')
  // The supplement counts a new share at par; a split is no income.
  const supplement = isSplit(terms)
    ? 0n
    : withheldOf(terms, long.cash + BigInt(long.added) * BigInt(terms.parValue))
  const withheld = supplement < long.cash ? supplement : long.cash
  return {
    gross: long.cash,
    withheld,
    net: long.cash - withheld,
    owed: short.cash,
    newShares: long.added,
    owedShares: short.added,
    fraction: long.fraction,
    owedFraction: short.fraction,
    owedSupplement: supplement - withheld,
  }
}

/** Anything at all: a few shares of an odd lot can be worth less than a dollar of dividend. */
export const isEntitled = ({ gross, owed, owedSupplement, newShares, owedShares }: Entitlement): boolean =>
  gross > 0n || owed > 0n || owedSupplement > 0n || newShares !== 0 || owedShares !== 0

/**
 * The close less the dividend, for one share of those it becomes: (close − cash) ÷ ratio. To the nearest tick, a half up; never
 * below one tick.
 */
export function exReference(
  kind: InstrumentKind,
  close: number,
  cashMicros: number,
  { to, from }: ShareRatio = ratioOf(noShares),
): number {
  // A fraction of integers, so that a half is exact: cents are above / below.
  const above = (BigInt(close) * BigInt(microsPerCent) - BigInt(cashMicros)) * from
  const below = BigInt(microsPerCent) * to
  if (above <= 0n) return tickAt(kind, 1)
  const tick = BigInt(tickAt(kind, Math.max(Number(above / below), 1)))
  const price = ((2n * above + tick * below) / (2n * tick * below)) * tick
  return Number(price > tick ? price : tick)
}

export interface DividendTerms extends ShareTerms {
  readonly cashMicros: number
  readonly exOn: string
  readonly paysOn: string
}

/** Until the ex-date: from then on holders are entitled. Dates in Taipei. */
export const isCancellable = (
  { state, exOn }: { readonly state: CorporateActionState; readonly exOn: string },
  today: string,
): boolean => state === 'announced' && today < exOn

/** Dollars a share, with two to six decimals. */
export const cashText = (cashMicros: number): string =>
  (cashMicros / microsPerDollar).toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  })

/** The longest time between ex-date and payment. */
const maxWaitDays = 180

/** A stock dividend doubles the shares at most; a split makes at most a hundred of one, or one of a hundred. */
const maxStockMicros = 1_000_000
const maxSplit = 100
const largestTerm = 1_000

/** The first wrong field, if any. A dividend takes at most half of the price, with its new shares a little more. */
export function dividendProblem(
  terms: DividendTerms,
  facts: {
    /** The date in Taipei. */
    readonly today: string
    readonly price: number
    readonly isTradingDay: (date: string) => boolean
    readonly isSettlementDay: (date: string) => boolean
  },
): 'cashMicros' | 'stockMicros' | 'splitTo' | 'splitFrom' | 'exOn' | 'paysOn' | undefined {
  const { cashMicros, exOn, paysOn } = terms
  const problem = isSplit(terms) ? splitProblem(terms) : sharesProblem(terms, facts.price)
  if (problem !== undefined) return problem
  if (cashMicros < 0 || (isSplit(terms) && cashMicros > 0)) return 'cashMicros'
  if (exOn <= facts.today || !facts.isTradingDay(exOn)) return 'exOn'
  const waits = (taipeiMidnight(paysOn) - taipeiMidnight(exOn)) / dayMs
  if (!(waits >= 1 && waits <= maxWaitDays) || !facts.isSettlementDay(paysOn)) return 'paysOn'
  return undefined
}

function sharesProblem({ cashMicros, stockMicros }: DividendTerms, price: number) {
  if (stockMicros < 0 || stockMicros > maxStockMicros) return 'stockMicros'
  if (cashMicros + stockMicros <= 0 || cashMicros * 2 > price * microsPerCent) return 'cashMicros'
  return undefined
}

function splitProblem({ stockMicros, splitTo, splitFrom }: DividendTerms) {
  if (stockMicros !== 0) return 'stockMicros'
  const isTerm = (count: number): boolean => count >= 1 && count <= largestTerm
  if (!isTerm(splitTo) || splitTo > splitFrom * maxSplit) return 'splitTo'
  if (!isTerm(splitFrom) || splitFrom > splitTo * maxSplit || commonDivisor(splitTo, splitFrom) > 1)
    return 'splitFrom'
  return undefined
}

/** Ten for five is two for one: a ratio is written one way. */
const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))
