import { stepPrice } from '@fairlot/rules/instruments'
import { expect, test } from 'vitest'
import { barsAround } from './bars.ts'

const pricesOf = (opened: number, last: number, even: number): number[] => {
  const { from, down, up } = barsAround('stock', opened, last, even)
  return Array.from({ length: down + up + 1 }, (_, at) => stepPrice('stock', from, at - down))
}

test('opening, current and break-even price are all drawn', () => {
  const prices = pricesOf(4_860, 4_910, 4_885)
  expect(prices).toHaveLength(19)
  for (const price of [4_860, 4_885, 4_910]) expect(prices).toContain(price)
  expect(prices[0]).toBeLessThan(4_860)
  expect(prices.at(-1)).toBeGreaterThan(4_910)
})

test('the current price is drawn even when the prices are distant', () => {
  for (const last of [22_000, 18_000]) {
    const prices = pricesOf(20_000, last, 20_150)
    expect(prices).toHaveLength(41)
    expect(prices).toContain(last)
  }
})
