import { expect, test } from 'vitest'
import { limitText, lotsText, multipleText, rateText, ratioText, roomText, shortRateText } from './figures.ts'

test('rates are written with the decimals they have', () => {
  expect([1_425, 65_000, 800, 3_000, 160_000].map(rateText)).toEqual([
    '0.1425%',
    '6.50%',
    '0.08%',
    '0.30%',
    '16.00%',
  ])
  expect([900_000, 800, 65_000, 1_000_000].map(shortRateText)).toEqual(['90%', '0.08%', '6.5%', '100%'])
})

test('ratios are rounded down', () => {
  expect(ratioText(16_699)).toBe('166.9%')
  expect(ratioText(5)).toBe('0.0%')
  expect(limitText(13_000)).toBe('130%')
  expect(limitText(12_550)).toBe('125.5%')
  expect(roomText(221_999)).toBe('22.1%')
})

test('lots and multiples are formatted', () => {
  expect([1_000, 499_000, 1_500, 1_234_000].map(lotsText)).toEqual(['1', '499', '1.5', '1,234'])
  expect([100, 200, 250].map(multipleText)).toEqual(['1', '2', '2.5'])
})
