// Every figure of a mentor, once: a pure function of day ends and closed trades, in integers. The worker stores it each
// day, the phone repeats it from the same record, and a Python program repeats it from raw fills.

import type { MentorTradeKind } from '@fairlot/contract/mentors/states'
import { multiplyRatio } from '@fairlot/money'
import { dayMs, taipeiMidnight } from '../calendar/taipei.ts'
import { percentBp } from '../figures/percent.ts'
import { mentorsRules } from './limits.ts'

/** The account when a trading day ended. Amounts count from the first day. */
export interface MentorDay {
  readonly date: string
  readonly total: bigint
  /** Deposits less withdrawals, grants and corrections. */
  readonly paidIn: bigint
  /** Shares at the close, less borrowed ones. */
  readonly holdings: bigint
  /** Fills of this day. */
  readonly fills: number
}

export interface ClosedTrade {
  readonly kind: MentorTradeKind
  readonly openedValue: bigint
  /** After brokerage, tax, borrowing and interest. */
  readonly realised: bigint
}

export interface TradeCount {
  readonly closed: number
  readonly won: number
  readonly realised: bigint
}

export interface MentorFigures {
  readonly date: string
  /** Result since the first day, after all costs paid: total less what was paid in. */
  readonly profit: bigint
  /** The profit against the average money paid in, weighted by calendar days; null without money. */
  readonly moneyBp: number | null
  /** The chain of daily returns, from `indexBase`. */
  readonly index: bigint
  readonly timeBp: number
  /** The return of the last day. */
  readonly dayBp: number
  /** The largest fall of the index from a high, positive. */
  readonly drawdownBp: number
  /** The part of the account that was in shares, over all days. */
  readonly exposureBp: number
  readonly days: number
  readonly fills: number
  /** Total assets at the last day end. */
  readonly capital: bigint
  /** The least total of the recent day ends. */
  readonly money: bigint
  readonly trades: Readonly<Record<MentorTradeKind, TradeCount>>
}

export const indexBase = 1_000_000_000n

/** One day end as a step of the index. */
export interface IndexPoint {
  readonly date: string
  readonly profit: bigint
  /** The money at work: the total when the day began and what was paid in on it. */
  readonly base: bigint
  readonly index: bigint
}

/**
 * A day's return is its profit against the money at work. A gain counts against at least `mentor.returnBase`; a loss counts
 * against what there was. Deposits are in the base and never in the profit.
 */
export function indexOf(days: readonly MentorDay[]): readonly IndexPoint[] {
  const least = BigInt(mentorsRules.returnBase.default)
  let index = indexBase
  let before = { total: 0n, paidIn: 0n }
  return days.map((day) => {
    const paid = day.paidIn - before.paidIn
    const profit = day.total - before.total - paid
    const own = before.total + (paid > 0n ? paid : 0n)
    const base = profit > 0n && own < least ? least : own
    if (base <= 0n) index = profit < 0n ? 0n : index
    else index = base + profit <= 0n ? 0n : multiplyRatio(index, base + profit, base)
    before = day
    return { date: day.date, profit, base, index }
  })
}

export function mentorFiguresOf(
  days: readonly MentorDay[],
  closed: readonly ClosedTrade[],
): MentorFigures | null {
  const last = days.at(-1)
  if (last === undefined) return null
  const points = indexOf(days)
  const end = points.at(-1)!
  const recent = days.slice(-mentorsRules.moneyDays.default)
  const profit = last.total - last.paidIn
  return {
    date: last.date,
    profit,
    moneyBp: percentBp(profit, averagePaidIn(days)),
    index: end.index,
    timeBp: Number(multiplyRatio(end.index - indexBase, 10_000n, indexBase)),
    dayBp: end.base > 0n ? Number(multiplyRatio(end.profit, 10_000n, end.base)) : 0,
    drawdownBp: drawdownOf(points),
    exposureBp: percentBp(sum(days, 'holdings'), sum(days, 'total')) ?? 0,
    days: days.filter(({ holdings, fills }) => holdings !== 0n || fills > 0).length,
    fills: days.reduce((all, { fills }) => all + fills, 0),
    capital: last.total,
    money: recent.reduce((least, { total }) => (total < least ? total : least), last.total),
    trades: tradesOf(closed),
  }
}

/** A day end counts until the next one, the last for one day. */
function averagePaidIn(days: readonly MentorDay[]): bigint {
  let weighted = 0n
  let length = 0n
  for (const [at, { date, paidIn }] of days.entries()) {
    const next = days[at + 1]
    const lasted =
      next === undefined ? 1n : BigInt((taipeiMidnight(next.date) - taipeiMidnight(date)) / dayMs)
    weighted += paidIn * lasted
    length += lasted
  }
  return multiplyRatio(weighted, 1n, length)
}

function drawdownOf(points: readonly IndexPoint[]): number {
  let high = indexBase
  let worst = 0
  for (const { index } of points) {
    if (index > high) high = index
    const fall = Number(multiplyRatio(high - index, 10_000n, high))
    if (fall > worst) worst = fall
  }
  return worst
}

function tradesOf(closed: readonly ClosedTrade[]): MentorFigures['trades'] {
  const least = BigInt(mentorsRules.minOpening.default)
  const of = (kind: MentorTradeKind): TradeCount => {
    const own = closed.filter((trade) => trade.kind === kind && trade.openedValue >= least)
    return {
      closed: own.length,
      won: own.filter(({ realised }) => realised > 0n).length,
      realised: own.reduce((all, { realised }) => all + realised, 0n),
    }
  }
  return {
    cash: of('cash'),
    margin: of('margin'),
    short: of('short'),
    'day-trade': of('day-trade'),
    offer: of('offer'),
  }
}

/** The part of closed cash trades that made a profit; null with too few of them. */
export const winRateBp = ({ closed, won }: Pick<TradeCount, 'closed' | 'won'>): number | null =>
  closed < mentorsRules.winRateTrades.default ? null : percentBp(BigInt(won), BigInt(closed))

export interface TradePosition {
  readonly direction: 'long' | 'short'
  /** Hundredths: 100 is without a loan. */
  readonly multiple: number
  readonly dayTrade: boolean
  readonly origin: string
}

/** Only a purchase at the exchange with the own money can be copied. */
export function tradeKindOf({ direction, multiple, dayTrade, origin }: TradePosition): MentorTradeKind {
  if (origin !== 'market') return 'offer'
  if (dayTrade) return 'day-trade'
  if (direction === 'short') return 'short'
  return multiple === 100 ? 'cash' : 'margin'
}

const sum = (days: readonly MentorDay[], name: 'holdings' | 'total'): bigint =>
  days.reduce((all, day) => all + day[name], 0n)
