// Tests the fair values without a book: the results hold for the live market and the generated past alike.

import { expect, it } from 'vitest'
import { activityAt, dayActivity, varianceShare } from './activity.ts'
import { createFairValues } from './fair-values.ts'
import { charactersOf } from './instruments.ts'
import { randomOf } from './random.ts'
import { everyNth } from './testing/securities.ts'
import * as statistics from './testing/statistics.ts'

const stocks = charactersOf(everyNth(6)).filter(({ kind }) => kind === 'stock')
const steps = 54
const days = 150

const random = randomOf('process')
const values = createFairValues(stocks, random)
let news = 0
const returns: number[][] = stocks.map(() => [])
for (let step = 0; step < steps * days; step += 1) {
  const before = Float64Array.from(values.logs)
  news += values.step(1 / steps, random).length
  for (const [index, series] of returns.entries()) series.push(values.logs[index]! - before[index]!)
}
const daily = returns.map((series) =>
  Array.from({ length: days }, (_, day) =>
    series.slice(day * steps, (day + 1) * steps).reduce((sum, move) => sum + move, 0),
  ),
)

it('a fair value moves daily as much as its character says', () => {
  for (const [index, series] of daily.entries()) {
    const ratio = statistics.deviation(series) / values.deviationOf(index)
    expect(ratio).toBeGreaterThan(0.55)
    expect(ratio).toBeLessThan(1.9)
  }
})

it('volatility clusters and direction has no memory', () => {
  const memory = (series: readonly number[][], of: (move: number) => number): number =>
    statistics.mean(series.map((moves) => statistics.autocorrelation(moves.map(of))))
  expect(memory(returns, Math.abs)).toBeGreaterThan(0.08)
  expect(memory(daily, Math.abs)).toBeGreaterThan(0.03)
  expect(Math.abs(memory(returns, (move) => move))).toBeLessThan(0.02)
  expect(Math.abs(memory(daily, (move) => move))).toBeLessThan(0.07)
  expect(statistics.kurtosis(statistics.pooled(returns))).toBeGreaterThan(4)
})

it('news comes about once in fifty days per stock', () => {
  const expected = 0.02 * stocks.length * days
  expect(news).toBeGreaterThan(0.6 * expected)
  expect(news).toBeLessThan(1.4 * expected)
})

it('fair values resume exactly from a saved state', () => {
  const other = createFairValues(stocks, randomOf('another'))
  other.restore(values.save())
  values.step(0.01, randomOf('next'))
  other.step(0.01, randomOf('next'))
  expect([...other.logs]).toEqual([...values.logs])
  const fewer = createFairValues(stocks.slice(1), randomOf('another'))
  expect(() => fewer.restore(values.save())).toThrow('other instruments')
})

it('a day of either calendar spends its whole variance', () => {
  for (const [calendar, whole] of [
    ['practice', 1],
    ['twse', 0.8],
  ] as const) {
    let spent = 0
    for (let minute = 0.5; minute < 1_440; minute += 1) {
      spent += varianceShare(calendar, (minute - 480) * 60_000, 60_000)
    }
    expect(spent).toBeCloseTo(whole, 3)
    expect(dayActivity(calendar)).toBeGreaterThan(100)
  }
  expect(activityAt('twse', 480)).toBe(0)
  expect(activityAt('twse', 545)).toBeGreaterThan(2 * activityAt('twse', 720))
  expect(activityAt('practice', 545)).toBeGreaterThan(2 * activityAt('practice', 180))
  // The end and the start of the day join without a jump.
  expect(Math.abs(activityAt('practice', 1_439.9) - activityAt('practice', 0.1))).toBeLessThan(0.01)
})
