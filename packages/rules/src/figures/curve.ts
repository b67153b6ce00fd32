// The account over time. A trading day ends when the next one begins, so the profit of a range is the sum of the profits
// of its days, and each of those is the profit of the day as the figures of that day had it.

import type { DayFigures } from './day.ts'
import type { Figures } from './figures.ts'
import { profitPercent } from './percent.ts'

/** The account at one moment. All amounts but the total count from the member's first day. */
export interface Standing {
  readonly total: bigint
  /** Deposits less withdrawals, grants and corrections. */
  readonly paidIn: bigint
  readonly realised: bigint
  /** Fees that coupons paid back. */
  readonly rebates: bigint
  /** What rates and the cost of exchanges made of foreign cash. */
  readonly currency: bigint
}

/** The account when a trading day ended. */
export interface DayEnd extends Standing {
  readonly date: string
}

/** A member who has not begun. */
export const nothingYet: Standing = { total: 0n, paidIn: 0n, realised: 0n, rebates: 0n, currency: 0n }

/**
 * What an account is worth is what was paid in and what became of it: so the amount paid in is the total less the results
 * of closed and open positions, of currencies and less rebates. Nothing has to be added up over the account's history.
 */
export function standingOf(
  { total, unrealisedBefore, terms }: Pick<Figures, 'total' | 'unrealisedBefore' | 'terms'>,
  { realised, rebates, foreignPaid }: StandingFacts,
): Standing {
  const currency = terms.foreign - foreignPaid
  return {
    total,
    realised,
    rebates,
    currency,
    paidIn: total - realised - unrealisedBefore - rebates - currency,
  }
}

export interface StandingFacts {
  readonly realised: bigint
  readonly rebates: bigint
  /** What all foreign cash cost: at its moment when it came in, at its other side when it was exchanged. */
  readonly foreignPaid: bigint
}

/** The account when the day of these figures began, from its standing at the same moment as they. */
export const beginOf = (now: Standing, day: DayFigures): Standing => ({
  total: day.opening,
  paidIn: now.paidIn - day.paidIn,
  realised: now.realised - day.realised,
  rebates: now.rebates - day.rebates,
  currency: now.currency - day.currency,
})

/** What happened between two moments: `profit` is the sum of its four parts, and `total` less `opening` less `paidIn`. */
export interface Period {
  readonly opening: bigint
  readonly paidIn: bigint
  readonly profit: bigint
  readonly profitBp: number | null
  readonly realised: bigint
  /** The change of the unrealised result before exit cost. */
  readonly unrealised: bigint
  readonly rebates: bigint
  readonly currency: bigint
  readonly total: bigint
}

export function periodOf(from: Standing, to: Standing): Period {
  const paidIn = to.paidIn - from.paidIn
  const profit = to.total - from.total - paidIn
  const realised = to.realised - from.realised
  const rebates = to.rebates - from.rebates
  const currency = to.currency - from.currency
  return {
    opening: from.total,
    paidIn,
    profit,
    profitBp: profitPercent(profit, from.total, paidIn),
    realised,
    unrealised: profit - realised - rebates - currency,
    rebates,
    currency,
    total: to.total,
  }
}

/** A period that ended when the day began, and the day until now. */
export function withDay(before: Omit<Period, 'profitBp' | 'total'>, day: DaySoFar, total: bigint): Period {
  const paidIn = before.paidIn + day.paidIn
  const profit = before.profit + day.profit
  return {
    opening: before.opening,
    paidIn,
    profit,
    profitBp: profitPercent(profit, before.opening, paidIn),
    realised: before.realised + day.realised,
    unrealised: before.unrealised + day.unrealised,
    rebates: before.rebates + day.rebates,
    currency: before.currency + day.currency,
    total,
  }
}

export type DaySoFar = Pick<
  DayFigures,
  'paidIn' | 'profit' | 'realised' | 'unrealised' | 'rebates' | 'currency'
>

export interface CurvePoint {
  readonly date: string
  readonly total: bigint
  /** Of this day. */
  readonly paidIn: bigint
  readonly profit: bigint
  /** Since the range began. */
  readonly result: bigint
}

/** One point for each day end; the first point counts from `base`. */
export function curveOf(base: Standing, ends: readonly DayEnd[]): readonly CurvePoint[] {
  return ends.map((end, at) => {
    const { paidIn, profit } = periodOf(ends[at - 1] ?? base, end)
    return { date: end.date, total: end.total, paidIn, profit, result: periodOf(base, end).profit }
  })
}

/** The largest fall of the result from a high; the range begins at zero. Zero or negative. */
export function drawdownOf(points: readonly Pick<CurvePoint, 'result'>[]): bigint {
  let high = 0n
  let worst = 0n
  for (const { result } of points) {
    if (result > high) high = result
    if (result - high < worst) worst = result - high
  }
  return worst
}
