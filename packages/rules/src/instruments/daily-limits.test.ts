import { describe, expect, it } from 'vitest'
import { isOnTick, limitsOf } from './index.ts'

const dollars = (price: number): number => Math.round(price * 100)

describe('daily limits', () => {
  // Closing prices and published limits of real days.
  it.each([
    ['stock', 98.7, 108.5, 88.9],
    ['stock', 472, 519, 425],
    ['stock', 155.5, 171, 140],
    ['stock', 2_365, 2_600, 2_130],
    ['stock', 36.35, 39.95, 32.75],
    ['stock', 47.25, 51.9, 42.55],
    ['stock', 17.95, 19.7, 16.2],
    ['stock', 594, 653, 535],
    ['stock', 2_220, 2_440, 2_000],
    ['etf', 105.3, 115.8, 94.8],
  ] as const)('%s at %d may reach %d and %d', (kind, reference, upper, lower) => {
    expect(limitsOf(kind, dollars(reference), true)).toEqual({
      upper: dollars(upper),
      lower: dollars(lower),
    })
  })

  it('leave one tick where ten percent is less', () => {
    expect(limitsOf('stock', 5, true)).toEqual({ upper: 6, lower: 4 })
    expect(limitsOf('stock', 1, true)).toEqual({ upper: 2, lower: 1 })
  })

  it('do not apply to an unlimited instrument', () => {
    expect(limitsOf('etf', 10_000, false)).toBeUndefined()
  })

  it('lie on ticks around the reference, within ten percent', () => {
    const wrong: string[] = []
    for (const kind of ['stock', 'etf'] as const)
      for (let reference = 10; reference < 200_000; reference += 1) {
        if (!isOnTick(kind, reference)) continue
        const { upper, lower } = limitsOf(kind, reference, true)!
        const isRight =
          isOnTick(kind, upper) &&
          isOnTick(kind, lower) &&
          upper * 10 <= reference * 11 &&
          lower * 10 >= reference * 9 &&
          upper > reference &&
          lower < reference
        if (!isRight) wrong.push(`${kind} ${reference}`)
      }
    expect(wrong).toEqual([])
  })
})
