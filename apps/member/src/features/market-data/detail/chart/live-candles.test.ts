import type { Candle } from '@fairlot/contract/market-data'
import type { TapeEntry } from '@fairlot/contract/live'
import { describe, expect, it } from 'vitest'
import { foldTrades, hasHole, joinReadings, withToday, type Today } from './live-candles.ts'

const nine = Date.parse('2026-03-12T09:00:00+08:00')
const minute = 60_000
const trade = (event: number, at: number, price: number, quantity = 1_000): TapeEntry => [
  event,
  at,
  price,
  quantity,
  'buy',
]
const read: readonly Candle[] = [[nine, 21_100, 21_150, 21_050, 21_100, 5_000, 105_500_000]]

describe('the last candle follows the trades', () => {
  it('a trade in the same minute changes all but the open', () => {
    const series = foldTrades({ candles: read, folded: 7 }, '1m', [
      trade(9, nine + 30_000, 21_000),
      trade(8, nine + 20_000, 21_200, 2_000),
    ])
    expect(series.candles).toEqual([
      [nine, 21_100, 21_200, 21_000, 21_000, 8_000, 105_500_000 + 42_400_000 + 21_000_000],
    ])
    expect(series.folded).toBe(9)
  })

  it('a trade in the next minute opens a candle', () => {
    const { candles } = foldTrades({ candles: read, folded: 7 }, '1m', [trade(8, nine + minute, 21_200)])
    expect(candles).toHaveLength(2)
    expect(candles[1]).toEqual([nine + minute, 21_200, 21_200, 21_200, 21_200, 1_000, 21_200_000])
  })

  it('the same tape applied twice counts once', () => {
    const tape = [trade(8, nine + 1_000, 21_200)]
    const once = foldTrades({ candles: read, folded: 7 }, '1m', tape)
    expect(foldTrades(once, '1m', tape)).toBe(once)
  })

  it('minutes are combined into the shown period', () => {
    const { candles } = foldTrades({ candles: read, folded: 7 }, '15m', [
      trade(9, nine + 15 * minute, 21_300),
      trade(8, nine + 14 * minute, 21_200),
    ])
    expect(candles.map(([at]) => at)).toEqual([nine, nine + 15 * minute])
    expect(candles[0]?.[4]).toBe(21_200)
  })

  it('a tape that misses earlier trades has a hole', () => {
    const tape = [trade(30, nine, 1), trade(29, nine, 1)]
    expect(hasHole({ candles: read, folded: 7 }, tape, 2)).toBe(true)
    expect(hasHole({ candles: read, folded: 29 }, tape, 2)).toBe(false)
    expect(hasHole({ candles: read, folded: 7 }, tape, 60)).toBe(false)
  })
})

describe('today’s trades are added to day, month and year candles', () => {
  const midnight = Date.parse('2026-03-12T00:00:00+08:00')
  const today: Today = {
    date: '2026-03-12',
    open: 21_000,
    high: 21_500,
    low: 20_900,
    last: 21_400,
    volume: 9_000,
    turnover: 190_000_000,
  }

  it('the day candle equals today', () => {
    expect(withToday([], 'day', today, undefined)).toEqual([
      [midnight, 21_000, 21_500, 20_900, 21_400, 9_000, 190_000_000],
    ])
  })

  it('a month adds only trades since it was read', () => {
    const month = Date.parse('2026-03-01T00:00:00+08:00')
    const candles: readonly Candle[] = [[month, 20_000, 21_450, 19_900, 21_300, 100_000, 2_000_000_000]]
    const then = { ...today, volume: 8_000, turnover: 170_000_000 }
    expect(withToday(candles, 'month', today, then)).toEqual([
      [month, 20_000, 21_500, 19_900, 21_400, 101_000, 2_020_000_000],
    ])
    expect(withToday(candles, 'month', today, today)[0]?.[5]).toBe(100_000)
  })

  it('nothing is drawn for today before the first trade', () => {
    const none = { ...today, open: null, high: null, low: null, last: null, volume: 0, turnover: 0 }
    expect(withToday(read, 'day', none, undefined)).toBe(read)
  })
})

it('a later reading replaces repeated candles and adds new ones', () => {
  const later: readonly Candle[] = [
    [nine, 21_100, 21_300, 21_000, 21_200, 9_000, 1],
    [nine + minute, 21_200, 21_200, 21_200, 21_200, 1_000, 1],
  ]
  expect(joinReadings(read, later)).toEqual(later)
  expect(joinReadings(read, [])).toBe(read)
})
