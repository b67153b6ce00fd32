// Where a candle of each period begins: minutes on the clock, days, months and years on Taipei's calendar.

import { taipeiDate, taipeiMidnight } from '../calendar/index.ts'
import { joinCandles, type TimedCandle } from './candle.ts'

export const candlePeriods = ['1m', '3m', '15m', '30m', 'day', 'month', 'year'] as const
export type CandlePeriod = (typeof candlePeriods)[number]
export type MinutePeriod = Extract<CandlePeriod, `${number}m`>

const minuteMs = 60_000
const minutesOf: Readonly<Record<MinutePeriod, number>> = { '1m': 1, '3m': 3, '15m': 15, '30m': 30 }

export const isMinutePeriod = (period: CandlePeriod): period is MinutePeriod => period in minutesOf

export const minutesIn = (period: MinutePeriod): number => minutesOf[period]

export const minuteStart = (at: number): number => at - (at % minuteMs)

/** A trading date is drawn at its midnight in Taipei, whatever hour its trading began. */
export const dateStart = (date: string): number => taipeiMidnight(date)

/**
 * Start of the candle that contains this one. For minutes `at` is an instant. For day, month and year it is the start
 * of a trading date, because the practice day runs from 05:00 to 05:00 and an instant would give the wrong date.
 */
export function periodStart(period: CandlePeriod, at: number): number {
  if (isMinutePeriod(period)) return at - (at % (minutesOf[period] * minuteMs))
  const date = taipeiDate(at)
  if (period === 'day') return taipeiMidnight(date)
  return taipeiMidnight(period === 'month' ? `${date.slice(0, 7)}-01` : `${date.slice(0, 4)}-01-01`)
}

/** Combines minutes into 3, 15 or 30, days into months or years. Input and output are oldest first. */
export function gather(period: CandlePeriod, candles: readonly TimedCandle[]): TimedCandle[] {
  const gathered: TimedCandle[] = []
  for (const candle of candles) {
    const at = periodStart(period, candle.at)
    const open = gathered.at(-1)
    if (open?.at === at) gathered[gathered.length - 1] = { at, ...joinCandles(open, candle) }
    else gathered.push({ ...candle, at })
  }
  return gathered
}
