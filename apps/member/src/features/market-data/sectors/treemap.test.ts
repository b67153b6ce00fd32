import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emsOf, fitTiles } from './fit-tiles.ts'
import { treemap } from './treemap.ts'

const values = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
  .map((list) => list.toSorted((a, b) => b - a))

test('each area is the value’s share and no tiles overlap', () => {
  fc.assert(
    fc.property(values, (list) => {
      const tiles = treemap(list, 20, 24)
      const total = list.reduce((sum, value) => sum + value, 0)
      for (const [at, { left, top, width, height }] of tiles.entries()) {
        expect(width * height).toBeCloseTo((list[at]! / total) * 480, 6)
        expect(Math.min(left, top)).toBeGreaterThan(-1e-6)
        expect(left + width).toBeLessThan(20 + 1e-6)
        expect(top + height).toBeLessThan(24 + 1e-6)
        for (const other of tiles.slice(at + 1)) {
          const wide = Math.min(left + width, other.left + other.width) - Math.max(left, other.left)
          const high = Math.min(top + height, other.top + other.height) - Math.max(top, other.top)
          expect(Math.min(wide, high)).toBeLessThan(1e-6)
        }
      }
    }),
  )
})

test('every shown tile has room for its texts and a fingertip', () => {
  fc.assert(
    fc.property(values, fc.constantFrom('半導體', 'Electronic Parts', '電腦週邊'), (list, name) => {
      const tiles = fitTiles(
        list.map((value) => ({ name, change: '+10.00%', value })),
        21.4,
        26,
      )
      expect(tiles.length).toBeGreaterThan(0)
      for (const { width, height } of tiles) {
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(2.9)
        expect(emsOf('+10.00%') * 0.72).toBeLessThan(width)
      }
    }),
  )
})

test('a dominant sector leaves out those too small to read', () => {
  const equal = Array.from({ length: 12 }, () => ({ name: '航運', change: '+1.00%', value: 100 }))
  expect(fitTiles(equal, 21.4, 26)).toHaveLength(12)
  const dominated = [{ name: '半導體', change: '+1.00%', value: 100_000 }, ...equal]
  expect(fitTiles(dominated, 21.4, 26)).toHaveLength(1)
})
