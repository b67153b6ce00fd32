import { describe, expect, test } from 'vitest'
import type { LiveRow } from '../live/live-row.ts'
import {
  changeDirectionOf,
  percentText,
  priceText,
  readingOf,
  shortEnglish,
  signedPercentText,
  sparkOf,
} from './figures.ts'

const row: LiveRow = {
  symbol: '2317',
  version: 7,
  state: 'continuous',
  last: 21450,
  reference: 21100,
  upper: 23200,
  lower: 19000,
  volume: 42_318_000,
  turnover: 907_000_000_00,
  indicative: null,
  reason: null,
  until: null,
}

describe('figures', () => {
  test('an unknown price is shown as a dash', () => {
    expect(priceText(null)).toBe('—')
    expect(priceText(108500)).toBe('1,085.00')
  })

  test('a change has a sign only in its signed form', () => {
    expect(percentText(21450, 21100)).toBe('1.66%')
    expect(signedPercentText(19500, 19700)).toBe('−1.02%')
    expect(signedPercentText(12600, 12600)).toBe('0.00%')
  })

  test('a change shown as 0.00% has no direction', () => {
    expect(changeDirectionOf(1_000_020, 1_000_000)).toBe('flat')
    expect(changeDirectionOf(1_000_050, 1_000_000)).toBe('up')
    expect(changeDirectionOf(999_950, 1_000_000)).toBe('down')
  })

  test('a long English name is shortened or cut at whole words', () => {
    expect(shortEnglish('Taiwan Semiconductor Manufacturing (TSMC)')).toBe('TSMC')
    expect(shortEnglish('Asia Cement')).toBe('Asia Cement')
    expect(shortEnglish('Yuanta Taiwan Top 50 ETF')).toBe('Yuanta Taiwan Top 50')
    expect(shortEnglish('Uni-President Enterprises')).toBe('Uni-President Enterprises')
    expect(shortEnglish('Fubon Taiwan Small-Mid Cap Alpha Momentum 50 ETF')).toBe(
      'Fubon Taiwan Small-Mid Cap…',
    )
    expect(shortEnglish('TCC Group (Taiwan Cement)')).toBe('Taiwan Cement')
  })

  test('the sparkline ends at the current price', () => {
    expect(sparkOf([1, 2], 3)).toEqual([1, 2, 3])
    expect(sparkOf([1, 2], 2)).toEqual([1, 2])
    expect(sparkOf([], null)).toEqual([])
  })
})

describe('a list row', () => {
  test('shows the last trade against yesterday’s close in continuous trading', () => {
    expect(readingOf(row)).toEqual({ standing: 'traded', price: 21450, direction: 'up', limit: undefined })
    expect(readingOf({ ...row, last: 23200 }).limit).toBe('up')
    expect(readingOf({ ...row, last: 19000 })).toMatchObject({ direction: 'down', limit: 'down' })
    expect(readingOf({ ...row, last: null })).toMatchObject({ standing: 'untraded', price: row.reference })
  })

  test('shows the indicative price, or none, during an auction', () => {
    const indicative = { price: 21150, quantity: 1_842_000 }
    expect(readingOf({ ...row, state: 'opening-call', last: null, indicative })).toMatchObject({
      standing: 'indicative',
      price: 21150,
      direction: 'up',
    })
    expect(readingOf({ ...row, state: 'opening-call', last: null })).toMatchObject({
      standing: 'unmatched',
      price: null,
    })
    // In the closing call the day already has a price.
    expect(readingOf({ ...row, state: 'closing-call' }).standing).toBe('traded')
    // An indicative price at the limit is not a trade at the limit: it must not be filled.
    expect(
      readingOf({ ...row, state: 'closing-call', indicative: { price: 23200, quantity: 1 } }).limit,
    ).toBeUndefined()
  })

  test('shows the last price without direction when paused or halted', () => {
    expect(readingOf({ ...row, state: 'halted' })).toMatchObject({
      standing: 'halted',
      price: 21450,
      direction: 'flat',
    })
    expect(readingOf({ ...row, state: 'paused', last: null })).toMatchObject({
      standing: 'paused',
      price: 21100,
    })
  })
})
