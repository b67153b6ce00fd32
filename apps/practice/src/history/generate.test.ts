// What the generated past must look like. FAIRLOT_PROVE=1 takes all securities over two years and writes
// evidence/practice-history.json.

import { isOnTick, limitsOf } from '@fairlot/rules/instruments'
import { INDEX_BASE } from '@fairlot/rules/market-data'
import { beforeAll, describe, expect, it } from 'vitest'
import { writeEvidence } from '../../../../tests/flows/support/evidence.ts'
import { allSecurities, everyNth } from '../testing/securities.ts'
import * as statistics from '../testing/statistics.ts'
import { generateHistory, type IndexDay, type InstrumentHistory } from './generate.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
const instruments = whole ? allSecurities() : everyNth(4)
const dates = Array.from({ length: whole ? 485 : 250 }, (_, day) => `day ${String(day).padStart(3, '0')}`)
const request = { instruments, dates, minuteDays: 10, seed: 'history test', calendar: 'practice' } as const

let made: InstrumentHistory[]
let indices: readonly IndexDay[]
let seconds: number

beforeAll(() => {
  const from = performance.now()
  const history = generateHistory(request)
  made = [...history.instruments()]
  indices = history.indices
  seconds = (performance.now() - from) / 1_000
}, 900_000)

const { round } = statistics
const returnsOf = ({ days }: InstrumentHistory): number[] =>
  days.slice(1).map(({ close }, index) => Math.log(close / days[index]!.close))

describe('each candle', () => {
  it('is on tick, within daily limits and consistent in turnover', () => {
    const wrong: string[] = []
    for (const [at, { symbol, days, minutes }] of made.entries()) {
      const { kind, limited } = instruments[at]!
      for (const candle of [...days, ...minutes]) {
        const { open, high, low, close, volume, turnover, trades } = candle
        const fine =
          [open, high, low, close].every((price) => isOnTick(kind, price) && price >= low && price <= high) &&
          volume > 0 &&
          volume % 1_000 === 0 &&
          trades > 0 &&
          trades * 1_000 <= volume &&
          Number.isSafeInteger(turnover) &&
          turnover >= low * volume &&
          turnover <= high * volume
        if (!fine) wrong.push(`${symbol} ${candle.date}`)
      }
      for (const [day, { high, low, date }] of days.entries()) {
        const limits = day === 0 ? undefined : limitsOf(kind, days[day - 1]!.close, limited)
        if (limits && (high > limits.upper || low < limits.lower))
          wrong.push(`${symbol} ${date} beyond limits`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('of the last day closes at the reference price', () => {
    expect(made.map(({ days }) => days.at(-1)!.close)).toEqual(instruments.map(({ reference }) => reference))
  })

  it('of a day is made up of its minutes', () => {
    for (const { days, minutes } of made) {
      for (const day of days.slice(-10)) {
        const own = minutes.filter(({ date }) => date === day.date)
        expect({
          open: own[0]!.open,
          high: Math.max(...own.map(({ high }) => high)),
          low: Math.min(...own.map(({ low }) => low)),
          close: own.at(-1)!.close,
          volume: own.reduce((sum, { volume }) => sum + volume, 0),
          turnover: own.reduce((sum, { turnover }) => sum + turnover, 0),
          trades: own.reduce((sum, { trades }) => sum + trades, 0),
          date: day.date,
        }).toEqual(day)
      }
    }
  })
})

describe('two years of days', () => {
  it('have fat tails, clustered volatility and no memory of direction', () => {
    const stocks = made.filter((_, at) => instruments[at]!.kind === 'stock')
    const returns = stocks.map(returnsOf)
    const volatilities = returns.map(statistics.deviation)
    const limitDays = stocks.flatMap(({ days }) =>
      days.slice(1).map(({ close }, at) => {
        const { upper, lower } = limitsOf('stock', days[at]!.close, true)!
        return Number(close === upper || close === lower)
      }),
    )
    const figures = {
      instruments: instruments.length,
      days: dates.length,
      minutes: made.reduce((sum, { minutes }) => sum + minutes.length, 0),
      seconds: round(seconds, 1),
      dailyVolatilityMean: round(statistics.mean(volatilities)),
      dailyVolatilityLowest: round(Math.min(...volatilities)),
      dailyVolatilityHighest: round(Math.max(...volatilities)),
      kurtosis: round(statistics.kurtosis(statistics.pooled(returns)), 2),
      autocorrelationOfReturns: round(
        statistics.mean(returns.map((series) => statistics.autocorrelation(series))),
      ),
      autocorrelationOfSizes: round(
        statistics.mean(returns.map((series) => statistics.autocorrelation(series.map(Math.abs)))),
      ),
      limitDays: round(statistics.mean(limitDays), 5),
      ...roundAll(
        statistics.togetherness(
          stocks.map(({ symbol }, at) => ({
            sector: instruments.find((facts) => facts.symbol === symbol)!.industryEn,
            returns: returns[at]!,
          })),
        ),
      ),
    }
    console.log('history', figures)
    expect(figures.dailyVolatilityMean).toBeGreaterThan(0.012)
    expect(figures.dailyVolatilityMean).toBeLessThan(0.026)
    expect(figures.dailyVolatilityLowest).toBeGreaterThan(0.008)
    expect(figures.dailyVolatilityHighest).toBeLessThan(0.05)
    expect(figures.kurtosis).toBeGreaterThan(3.5)
    expect(Math.abs(figures.autocorrelationOfReturns)).toBeLessThan(0.06)
    expect(figures.autocorrelationOfSizes).toBeGreaterThan(0.04)
    expect(figures.limitDays).toBeLessThan(0.005)
    expect(figures.sameSector).toBeGreaterThan(figures.otherSector + 0.08)
    expect(figures.otherSector).toBeGreaterThan(0.1)
    if (whole) writeEvidence('practice-history', figures)
  })

  it('start the indices at 10,000 points', () => {
    const listed = indices.filter(({ code }) => code === 'LISTED')
    expect(listed).toHaveLength(dates.length)
    expect(listed[0]!.value).toBe(INDEX_BASE)
    const moves = listed.slice(1).map(({ value }, at) => Math.log(value / listed[at]!.value))
    expect(statistics.deviation(moves)).toBeGreaterThan(0.004)
    expect(statistics.deviation(moves)).toBeLessThan(0.02)
  })
})

it('session minutes are busiest at the ends, calmest at noon', () => {
  const volume = (from: number, to: number): number =>
    made.reduce(
      (sum, { minutes }) =>
        sum +
        minutes
          .filter(({ minute }) => minute >= from && minute < to)
          .reduce((part, candle) => part + candle.volume, 0),
      0,
    )
  const noon = volume(705, 735)
  expect(volume(540, 570)).toBeGreaterThan(1.4 * noon)
  expect(volume(775, 805)).toBeGreaterThan(1.2 * noon)
})

it('the same seed gives the same history, another seed another', () => {
  const few = { ...request, instruments: instruments.slice(0, 3), dates: dates.slice(0, 20), minuteDays: 1 }
  const text = (seed: string): string => JSON.stringify([...generateHistory({ ...few, seed }).instruments()])
  expect(text('a')).toBe(text('a'))
  expect(text('a')).not.toBe(text('b'))
})

function roundAll<Figures extends object>(figures: Figures): Figures {
  return Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, round(Number(value))]),
  ) as Figures
}
