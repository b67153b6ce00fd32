import { seededRandom } from '@fairlot/testkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addTrade, type CandleBody, candleOfTrade, joinCandles } from './candle.ts'

const trade = fc.record({
  price: fc.integer({ min: 1, max: 2_000_000 }),
  quantity: fc.integer({ min: 1, max: 499_000 }),
})
type Trade = { price: number; quantity: number }

const fold = ([first, ...rest]: readonly Trade[]): CandleBody =>
  rest.reduce(
    (candle, { price, quantity }) => addTrade(candle, price, quantity),
    candleOfTrade(first!.price, first!.quantity),
  )

test('a candle holds open, high, low, close and exact sums', () => {
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 40 }), (trades) => {
      const prices = trades.map(({ price }) => price)
      expect(fold(trades)).toEqual({
        open: prices[0],
        high: Math.max(...prices),
        low: Math.min(...prices),
        close: prices.at(-1),
        volume: trades.reduce((sum, { quantity }) => sum + quantity, 0),
        turnover: Number(
          trades.reduce((sum, { price, quantity }) => sum + BigInt(price) * BigInt(quantity), 0n),
        ),
        trades: trades.length,
      })
    }),
  )
})

test('joining candles of any split gives the same candle', () => {
  const random = seededRandom(1)
  const trades = Array.from({ length: 50 }, () => ({
    price: 1 + Math.floor(random() * 10_000),
    quantity: 1 + Math.floor(random() * 5_000),
  }))
  for (let cut = 1; cut < trades.length; cut += 1) {
    expect(joinCandles(fold(trades.slice(0, cut)), fold(trades.slice(cut)))).toEqual(fold(trades))
  }
})
