import { expect, test } from 'vitest'
import { priceEffectOf } from './price-effect.ts'

const book = {
  bids: [
    [21_400, 312_000],
    [21_350, 486_000],
  ],
  asks: [
    [21_450, 127_000],
    [21_500, 558_000],
  ],
} as const

test('a long at the best offer fills when enough is offered', () => {
  expect(priceEffectOf('long', 21_450, 127, book)).toEqual({ kind: 'fills', lots: 127 })
  expect(priceEffectOf('long', 21_450, 128, book)).toEqual({ kind: 'part', lots: 127 })
  expect(priceEffectOf('long', 21_500, 600, book)).toEqual({ kind: 'fills', lots: 685 })
})

test('a long below the best offer waits behind better bids', () => {
  expect(priceEffectOf('long', 21_400, 1, book)).toEqual({ kind: 'waits', lots: 312 })
  expect(priceEffectOf('long', 21_350, 1, book)).toEqual({ kind: 'waits', lots: 798 })
})

test('a short uses the other sides', () => {
  expect(priceEffectOf('short', 21_400, 312, book)).toEqual({ kind: 'fills', lots: 312 })
  expect(priceEffectOf('short', 21_500, 1, book)).toEqual({ kind: 'waits', lots: 685 })
})

test('an empty book has no effect to show', () => {
  expect(priceEffectOf('long', 21_400, 1, { bids: [], asks: [] })).toBeUndefined()
})

test('a bid above all others is first in the queue', () => {
  expect(priceEffectOf('long', 21_420, 1, book)).toEqual({ kind: 'first', lots: 0 })
})
