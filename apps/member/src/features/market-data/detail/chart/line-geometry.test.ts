import type { Candle } from '@fairlot/contract/market-data'
import { describe, expect, it } from 'vitest'
import { isOnTick } from '@fairlot/rules/instruments'
import { lineGeometry } from './line-geometry.ts'

const nine = Date.parse('2026-03-12T09:00:00+08:00')
const minute = 60_000
const box = { width: 370, height: 230, axis: 50, volume: 40, foot: 20 }
const dayOf = (candles: readonly Candle[]) => ({
  opensAt: nine,
  closesAt: nine + 270 * minute,
  closingCallAt: nine + 265 * minute,
  reference: 21_100,
  candles,
  simulatedBefore: null,
})

describe('the line of the day', () => {
  it('is symmetrical about yesterday’s close', () => {
    const { y, reach, plotHeight } = lineGeometry(
      dayOf([[nine, 21_100, 21_600, 21_050, 21_500, 1_000, 21_500_000]]),
      box,
    )
    expect(reach).toBe(500)
    expect(y(21_100)).toBe(plotHeight / 2)
    expect(y(21_100) - y(21_600)).toBeCloseTo(y(20_600) - y(21_100))
  })

  it('always spans at least half a percent', () => {
    const { reach } = lineGeometry(dayOf([[nine, 21_100, 21_100, 21_100, 21_100, 1_000, 1]]), box)
    expect(reach).toBeGreaterThanOrEqual(105.5)
  })

  it.each([
    [21_100, 21_733, 700],
    [247_500, 247_733, 2_000],
    [2_485, 2_512, 30],
  ])('shows only prices on tick beside %d', (reference, high, reach) => {
    const day = { ...dayOf([[nine, reference, high, reference, high, 1_000, 1]]), reference }
    expect(lineGeometry(day, box).reach).toBe(reach)
    expect(isOnTick('stock', reference + reach / 2)).toBe(true)
  })

  it('averages turnover over shares up to each minute', () => {
    const { lastAverage } = lineGeometry(
      dayOf([
        [nine, 21_000, 21_000, 21_000, 21_000, 1_000, 21_000_000],
        [nine + minute, 21_400, 21_400, 21_400, 21_400, 3_000, 64_200_000],
      ]),
      box,
    )
    expect(lastAverage).toBe(21_300)
  })

  it('separates what was generated from what was traded', () => {
    const candles: Candle[] = [0, 1, 2, 3].map((at) => [
      nine + at * minute,
      21_100,
      21_100,
      21_100,
      21_100,
      1_000,
      1,
    ])
    const split = lineGeometry({ ...dayOf(candles), simulatedBefore: nine + 2 * minute }, box)
    expect([split.generated, split.price].map((path) => path.match(/[ML]/g)?.join(''))).toEqual(['ML', 'MLL'])
    const none = lineGeometry(dayOf(candles), box)
    expect([none.generated, none.price.match(/[ML]/g)?.join('')]).toEqual(['', 'MLLL'])
    const all = lineGeometry({ ...dayOf(candles), simulatedBefore: nine + 9 * minute }, box)
    expect([all.generated.match(/[ML]/g)?.join(''), all.price]).toEqual(['MLLL', ''])
  })

  it('labels only the hours that fit', () => {
    expect(lineGeometry(dayOf([]), box).hours).toHaveLength(5)
    const practice = { ...dayOf([]), opensAt: nine - 235 * minute, closesAt: nine + 20 * 60 * minute }
    expect(lineGeometry(practice, box).hours.length).toBeLessThanOrEqual(7)
  })

  it('draws nothing for a day without trades', () => {
    const { price, area, lastAverage, maxVolume } = lineGeometry(dayOf([]), box)
    expect([price, area, lastAverage, maxVolume]).toEqual(['', '', null, 0])
  })
})
