import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sectorsOf, type SectorMember } from './sectors.ts'

const stock = (symbol: string, industryEn: string, last: number | null, turnover: number): SectorMember => ({
  symbol,
  kind: 'stock',
  last,
  reference: 10_000,
  upper: 11_000,
  lower: 9_000,
  turnover,
  industryTw: `${industryEn}業`,
  industryEn,
})

test('a sector’s change is its stocks’ mean weighted by turnover', () => {
  const [chips] = sectorsOf([
    stock('1', 'Chips', 11_000, 300),
    stock('2', 'Chips', 9_900, 100),
    stock('3', 'Chips', null, 0),
  ])
  // (10.00 × 300 − 1.00 × 100) / 400
  expect(chips).toMatchObject({
    change: 725,
    turnover: 400,
    rising: 1,
    falling: 1,
    flat: 1,
    limitUp: 1,
    limitDown: 0,
  })
  expect(chips!.stocks.map(({ symbol }) => symbol)).toEqual(['1', '2', '3'])
})

test.each([
  [10_001, 9_999, 0],
  [10_002, 9_999, 1],
  [9_998, 10_001, -1],
])('changes of %i and %i round half away from zero to %i', (one, other, change) => {
  const [sector] = sectorsOf([stock('1', 'A', one, 1), stock('2', 'A', other, 1)])
  expect(sector!.change).toBe(change)
})

test('a sector without a trade has no change', () => {
  expect(sectorsOf([stock('1', 'A', null, 0)])[0]).toMatchObject({ change: null, turnover: 0, flat: 1 })
})

test('funds belong to no sector', () => {
  expect(sectorsOf([{ ...stock('0050', 'ETF', 10_000, 9), kind: 'etf' }])).toEqual([])
})

test('sectors come by turnover, then by name', () => {
  const names = sectorsOf([
    stock('1', 'C', null, 0),
    stock('2', 'B', null, 0),
    stock('3', 'A', 10_000, 1),
    stock('4', 'D', 10_000, 5),
  ]).map(({ nameEn }) => nameEn)
  expect(names).toEqual(['D', 'A', 'B', 'C'])
})

test('a large turnover does not change the weights', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.integer({ min: 1, max: 1_000 }), (a, b) => {
      const changes = [1, 9_000_000_000_000].map(
        (scale) =>
          sectorsOf([stock('1', 'A', 10_700, a * scale), stock('2', 'A', 9_800, b * scale)])[0]!.change,
      )
      expect(changes[0]).toBe(changes[1])
    }),
  )
})
