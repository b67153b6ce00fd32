import { describe, expect, it } from 'vitest'
import { ceilToTick, floorToTick, isOnTick, stepPrice, tickAt, tickTable } from './index.ts'

const dollars = (price: number): number => Math.round(price * 100)

describe('ticks', () => {
  it.each([
    [9.99, 0.01, 0.01],
    [10, 0.05, 0.01],
    [49.95, 0.05, 0.01],
    [50, 0.1, 0.05],
    [99.9, 0.1, 0.05],
    [100, 0.5, 0.05],
    [499.5, 0.5, 0.05],
    [500, 1, 0.05],
    [999, 1, 0.05],
    [1_000, 5, 0.05],
    [15_510, 5, 0.05],
  ])('at %d a share moves by %d and a fund by %d', (price, stock, etf) => {
    expect(tickAt('stock', dollars(price))).toBe(dollars(stock))
    expect(tickAt('etf', dollars(price))).toBe(dollars(etf))
  })

  it('accept only whole positive prices on the tick', () => {
    expect(isOnTick('stock', 10_050)).toBe(true)
    expect(isOnTick('stock', 10_010)).toBe(false)
    expect(isOnTick('etf', 10_005)).toBe(true)
    for (const price of [0, -5, 10.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(isOnTick('stock', price)).toBe(false)
  })

  it('step across a band by the tick of each side', () => {
    expect(stepPrice('stock', 9_990, 1)).toBe(10_000)
    expect(stepPrice('stock', 10_000, 1)).toBe(10_050)
    expect(stepPrice('stock', 10_000, -1)).toBe(9_990)
    expect(stepPrice('stock', 99_900, 2)).toBe(100_500)
    expect(stepPrice('stock', 100_000, -2)).toBe(99_800)
    expect(stepPrice('stock', 1, -3)).toBe(1)
    expect(stepPrice('stock', 10_020, 1)).toBe(10_050)
    expect(stepPrice('stock', 10_020, -1)).toBe(10_000)
  })

  it('round down and up to the next valid price', () => {
    expect(floorToTick('stock', 10_857)).toBe(10_850)
    expect(ceilToTick('stock', 10_851)).toBe(10_900)
    expect(ceilToTick('stock', 9_995)).toBe(10_000)
    expect(ceilToTick('stock', 0)).toBe(1)
  })

  it('have bands that begin on a tick of both sides', () => {
    for (const kind of ['stock', 'etf'] as const)
      for (const { from, tick } of tickTable(kind)) {
        expect(from % tick).toBe(0)
        if (from > 0) expect(from % tickAt(kind, from - 1)).toBe(0)
      }
  })
})
