import { describe, expect, test } from 'vitest'
import { brokerage, termsOf, transactionTax, valueAt } from '../orders/index.ts'
import { breakEven, type OpenDayTrade, resultAt, resultsAround } from './break-even.ts'
import { coverStep } from './cover.ts'
import { dayTradingQuota, meetsConditions } from './quota.ts'

const terms = termsOf('tw')

/** This many shares opened at this price. */
function opened(price: number, shares: number, direction: 'long' | 'short' = 'long'): OpenDayTrade {
  const value = valueAt(price, shares)
  const tax = direction === 'short' ? transactionTax(terms, 'stock', true, value) : 0n
  return { kind: 'stock', direction, shares, openedValue: value, openCosts: brokerage(terms, value) + tax }
}

describe('break-even', () => {
  test('two lots bought at 48.60 break even five ticks higher', () => {
    const trade = opened(4_860, 2_000)
    expect(resultAt(terms, trade, 4_910)).toBe(57_600n)
    expect(resultAt(terms, trade, 4_880)).toBe(-2_300n)
    expect(breakEven(terms, trade, 4_860)).toEqual({ price: 4_885, ticks: 5, result: 7_700n })
  })

  test('a short breaks even as many ticks below', () => {
    const trade = opened(4_860, 2_000, 'short')
    const even = breakEven(terms, trade, 4_860)!
    expect(even.ticks).toBe(-5)
    expect(even.price).toBe(4_835)
    expect(resultAt(terms, trade, 4_840)).toBeLessThan(0n)
  })

  test('results rise with the price for a long, fall for a short', () => {
    const up = resultsAround(terms, opened(9_980, 1_000), 9_980, 4, 4)
    expect(up.map(({ price }) => price)).toEqual([
      9_940, 9_950, 9_960, 9_970, 9_980, 9_990, 10_000, 10_050, 10_100,
    ])
    expect(up.map(({ result }) => result)).toEqual(
      up.map(({ result }) => result).toSorted((a, b) => Number(a - b)),
    )
    const down = resultsAround(terms, opened(9_980, 1_000, 'short'), 9_980, 4, 4)
    expect(down[0]!.result).toBeGreaterThan(down.at(-1)!.result)
  })

  test('no price lies below one tick', () => {
    expect(resultsAround(terms, opened(3, 1_000), 3, 5, 1).map(({ price }) => price)).toEqual([1, 2, 3, 4])
  })

  test('a short of a two-cent share never breaks even', () => {
    expect(breakEven(terms, opened(2, 1_000, 'short'), 2)).toBeUndefined()
  })

  test('every price before break-even loses money', () => {
    for (const price of [995, 4_860, 9_990, 21_450, 49_900, 100_000, 250_500]) {
      for (const lots of [1, 7, 499]) {
        for (const direction of ['long', 'short'] as const) {
          const trade = opened(price, lots * 1_000, direction)
          const even = breakEven(terms, trade, price)!
          const [down, up] = direction === 'long' ? [0, even.ticks] : [-even.ticks, 0]
          const around = resultsAround(terms, trade, price, down, up)
          expect(around.filter(({ result }) => result >= 0n)).toEqual([even])
        }
      }
    }
  })
})

test('the quota is capped by a fixed sum and an equity multiple', () => {
  expect(dayTradingQuota(terms, 1_000_000_00n)).toBe(3_000_000_00n)
  expect(dayTradingQuota(terms, 10_000_000_00n)).toBe(4_990_000_00n)
  expect(dayTradingQuota(terms, -5n)).toBe(0n)
})

test('the tw profile requires 90 days and ten trades, practice neither', () => {
  expect(meetsConditions(terms, { accountDays: 90, trades: 10 })).toBe(true)
  expect(meetsConditions(terms, { accountDays: 89, trades: 10 })).toBe(false)
  expect(meetsConditions(terms, { accountDays: 90, trades: 9 })).toBe(false)
  expect(meetsConditions(termsOf('practice'), { accountDays: 0, trades: 0 })).toBe(true)
})

describe('the automatic cover', () => {
  const minute = 60_000
  const times = { autoCoverAt: 100 * minute, closingCallAt: 110 * minute, closedAt: 115 * minute }
  test.each([
    [84.9, { kind: 'none' }],
    [85, { kind: 'announce' }],
    [99.9, { kind: 'announce' }],
    [100, { kind: 'market', round: 0 }],
    [100.9, { kind: 'market', round: 0 }],
    [101, { kind: 'market', round: 1 }],
    [109.9, { kind: 'market', round: 9 }],
    // In the last seconds before a phase change nothing is sent.
    [109.95, { kind: 'none' }],
    [110, { kind: 'auction' }],
    [114.9, { kind: 'auction' }],
    [114.95, { kind: 'none' }],
    [116, { kind: 'none' }],
  ])('at minute %d the step is %j', (at, step) => {
    expect(coverStep(times, at * minute)).toEqual(step)
  })
})
