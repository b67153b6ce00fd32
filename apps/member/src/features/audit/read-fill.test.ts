import { describe, expect, test } from 'vitest'
import { clockText, type FillFacts, readFill, waitedMs, wayOf } from './read-fill.ts'

const fill: FillFacts = {
  side: 'buy',
  price: 20_800,
  quantity: 1_000,
  sequence: '48220117',
  event: '9',
  decidedBy: 'price-time',
  taker: 'buy',
  bids: [[20_750, 3_000]],
  asks: [[20_800, 1_000]],
  received: '2026-03-10T01:41:07.318Z',
  matched: '2026-03-10T01:41:07.402Z',
  settled: '2026-03-10T01:41:07.455Z',
}

describe('a fill read from its leaf', () => {
  test('names how its price was determined', () => {
    expect(wayOf(fill)).toBe('best-ask')
    expect(wayOf({ ...fill, side: 'sell', taker: 'sell', price: 20_750 })).toBe('best-bid')
    expect(wayOf({ ...fill, taker: 'sell' })).toBe('own-price')
    expect(wayOf({ ...fill, price: 20_850 })).toBe('book')
    expect(wayOf({ ...fill, asks: [] })).toBe('book')
    expect(wayOf({ ...fill, decidedBy: 'auction', taker: null })).toBe('auction')
    expect(wayOf({ ...fill, decidedBy: 'block', taker: null })).toBe('block')
  })

  test('shows its duration and its Taipei time in milliseconds', () => {
    expect(waitedMs(readFill(JSON.stringify(fill)))).toBe(84)
    expect(clockText(fill.received)).toBe('09:41:07.318')
  })
})
