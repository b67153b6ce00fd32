// Keeps the last candle current. What was read stays unchanged; trades and the day's figures are added to it by the
// same functions the server makes candles with.

import type { Candle, Period } from '@fairlot/contract/market-data'
import type { TapeEntry } from '@fairlot/contract/live'
import { addTrade, candleOfTrade, dateStart, isMinutePeriod, periodStart } from '@fairlot/rules/market-data'

export interface Series {
  readonly candles: readonly Candle[]
  /** The newest trade already included: an older one would be counted twice. */
  readonly folded: number
}

const withLast = (candles: readonly Candle[], last: Candle): readonly Candle[] => [
  ...candles.slice(0, -1),
  last,
]

const withTrade = (candles: readonly Candle[], period: Period, [, at, price, quantity]: TapeEntry) => {
  const start = periodStart(period, at)
  const last = candles.at(-1)
  // A late trade of an already closed candle: the next reading includes it.
  if (last !== undefined && start < last[0]) return candles
  if (last === undefined || start > last[0]) {
    const { open, high, low, close, volume, turnover } = candleOfTrade(price, quantity)
    return [...candles, [start, open, high, low, close, volume, turnover] as Candle]
  }
  const [, open, high, low, close, volume, turnover] = last
  const next = addTrade({ open, high, low, close, volume, turnover, trades: 0 }, price, quantity)
  return withLast(candles, [
    start,
    next.open,
    next.high,
    next.low,
    next.close,
    next.volume,
    next.turnover,
  ] as Candle)
}

/** `tape` is newest first, as the feed keeps it. */
export const foldTrades = (series: Series, period: Period, tape: readonly TapeEntry[]): Series => {
  const news = tape.filter(([event]) => event > series.folded).toReversed()
  const newest = news.at(-1)
  if (newest === undefined || !isMinutePeriod(period)) return series
  let { candles } = series
  for (const trade of news) candles = withTrade(candles, period, trade)
  return { candles, folded: newest[0] }
}

/** Whether trades are missing between the newest included one and the oldest in the feed. */
export const hasHole = (series: Series, tape: readonly TapeEntry[], max: number): boolean => {
  const oldest = tape.at(-1)
  return tape.length >= max && oldest !== undefined && series.folded > 0 && oldest[0] > series.folded
}

/** The day's figures that a candle needs. */
export interface Today {
  readonly date: string
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly last: number | null
  readonly volume: number
  readonly turnover: number
}

/**
 * Adds today to day, month or year candles. `read` is today at the time they were read: the month already includes that
 * part, so only what came after is added.
 */
export const withToday = (
  candles: readonly Candle[],
  period: Period,
  today: Today,
  read: Today | undefined,
): readonly Candle[] => {
  const { open, high, low, last } = today
  if (isMinutePeriod(period) || open === null || high === null || low === null || last === null)
    return candles
  const start = periodStart(period, dateStart(today.date))
  const before = candles.at(-1)
  const whole: Candle = [start, open, high, low, last, today.volume, today.turnover]
  if (before === undefined || before[0] < start) return [...candles, whole]
  if (before[0] > start) return candles
  if (period === 'day') return withLast(candles, whole)
  const added = read?.date === today.date ? read : undefined
  return withLast(candles, [
    start,
    before[1],
    Math.max(before[2], high),
    Math.min(before[3], low),
    last,
    before[5] + today.volume - (added?.volume ?? today.volume),
    before[6] + today.turnover - (added?.turnover ?? today.turnover),
  ])
}

/** Joins a later reading to an earlier one: equal candles are replaced, newer ones appended. Both oldest first. */
export const joinReadings = (held: readonly Candle[], read: readonly Candle[]): readonly Candle[] => {
  const first = read[0]
  if (first === undefined) return held
  const byStart = new Map(held.map((candle) => [candle[0], candle]))
  for (const candle of read) byStart.set(candle[0], candle)
  return [...byStart.values()].toSorted((a, b) => a[0] - b[0])
}
