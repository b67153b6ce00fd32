import { describe, expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import {
  allot,
  deliveryOf,
  listText,
  lotsRefusal,
  placementCost,
  placementProblem,
  placementRefusal,
  type PlacementTerms,
  shareOf,
} from './index.ts'

const proRata = { method: 'pro-rata', lots: 10, minLots: 1 } as const
const lotsOf = (terms: Parameters<typeof allot>[0], asked: readonly number[]): readonly number[] =>
  allot(
    terms,
    asked.map((lots, n) => ({ lots, place: n + 1 })),
  ).map(({ lots }) => lots)

describe('a division pro rata', () => {
  test('gives everybody everything while there is enough', () => {
    expect(lotsOf(proRata, [3, 7])).toEqual([3, 7])
    expect(lotsOf(proRata, [])).toEqual([])
  })

  test('gives the largest remainders one lot more', () => {
    // 4.21, 2.63, 1.58, 1.58
    expect(lotsOf(proRata, [8, 5, 3, 3])).toEqual([4, 3, 2, 1])
  })

  test('decides between equal remainders by the drawn order', () => {
    const asked = [3, 3, 3, 3].map((lots, n) => ({ lots, place: 4 - n }))
    expect(allot(proRata, asked).map(({ lots, rank }) => [lots, rank])).toEqual([
      [2, 4],
      [2, 3],
      [3, 2],
      [3, 1],
    ])
  })

  test('gives all lots, and no one more than they applied for', () => {
    let state = 7
    const random = (max: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return 1 + (state % max)
    }
    for (let round = 0; round < 300; round += 1) {
      const lots = random(500)
      const asked = Array.from({ length: random(40) }, () => random(50))
      const total = asked.reduce((sum, each) => sum + each, 0)
      const got = lotsOf({ ...proRata, lots }, asked)
      expect(got.reduce((sum, each) => sum + each, 0)).toBe(Math.min(lots, total))
      for (const [n, each] of got.entries()) {
        const { base } = shareOf(lots, total, asked[n]!)
        expect(each === base || each === base + 1).toBe(true)
        expect(each).toBeLessThanOrEqual(asked[n]!)
      }
    }
  })

  test('is exact where a floating number would not be', () => {
    expect(shareOf(999_999_999, 999_999_999_999, 999_999_999)).toEqual({
      base: 999_999,
      remainder: 998_001_000_000,
    })
  })
})

test('a division by lot gives the first of the order all', () => {
  const asked = [2, 2, 2].map((lots, n) => ({ lots, place: 3 - n }))
  expect(allot({ method: 'lot', lots: 4, minLots: 2 }, asked).map(({ lots }) => lots)).toEqual([0, 2, 2])
})

test('the published list is sorted by ticket', () => {
  expect(
    listText([
      { ticketId: 'b', lots: 2 },
      { ticketId: 'a', lots: 10 },
    ]),
  ).toBe('a 10\nb 2\n')
})

describe('terms', () => {
  const now = new Date('2026-11-17T02:00:00Z')
  const terms: PlacementTerms = {
    kind: 'placing',
    method: 'pro-rata',
    symbol: '2330',
    price: 5_400,
    lots: 10,
    minLots: 1,
    maxLots: 5,
    opensAt: new Date('2026-11-17T03:00:00Z'),
    closesAt: new Date('2026-11-18T03:00:00Z'),
    deliversOn: '2026-11-23',
  }
  const drawsAt = new Date('2026-11-18T21:00:00Z')
  const problem = (over: Partial<PlacementTerms>) => placementProblem({ ...terms, ...over }, { now, drawsAt })

  test('that are right have no problem', () => {
    expect(problem({})).toBeUndefined()
    expect(problem({ method: 'lot', minLots: 5 })).toBeUndefined()
  })

  test.each<[keyof PlacementTerms, Partial<PlacementTerms>]>([
    ['price', { price: 0 }],
    ['price', { price: 1_000_001 }],
    ['lots', { lots: 0 }],
    ['minLots', { minLots: 0 }],
    ['minLots', { minLots: 11 }],
    ['minLots', { method: 'lot', minLots: 3, maxLots: 3 }],
    ['maxLots', { maxLots: 11 }],
    ['maxLots', { minLots: 4, maxLots: 3 }],
    ['maxLots', { method: 'lot', minLots: 2, maxLots: 5 }],
    ['opensAt', { opensAt: now }],
    ['closesAt', { closesAt: terms.opensAt }],
    ['deliversOn', { deliversOn: '2026-11-19' }],
    ['deliversOn', { deliversOn: '2027-11-19' }],
  ])('name %s when it is wrong', (field, over) => {
    expect(problem(over)).toBe(field)
  })

  test('decide when and how many lots can be applied for', () => {
    const phase = { ...terms, state: 'open' } as const
    expect(placementRefusal(phase, now)).toBe('time.subscription-not-arrived')
    expect(placementRefusal(phase, terms.opensAt)).toBeUndefined()
    expect(placementRefusal(phase, terms.closesAt)).toBe('subscription.closed')
    expect(placementRefusal({ ...phase, state: 'void' }, terms.opensAt)).toBe('subscription.closed')
    expect(lotsRefusal(0, terms)).toEqual({ code: 'subscription.minimum', shares: 1_000 })
    expect(lotsRefusal(6, terms)).toEqual({ code: 'subscription.maximum', shares: 5_000 })
    expect(lotsRefusal(5, terms)).toBeUndefined()
    expect(placementCost(5_400, 8)).toBe(43_200_000n)
  })

  test('deliver on their day, or on T+2 when that is later', () => {
    const at = Date.parse('2026-11-18T03:00:00Z')
    const closures = closuresOf([])
    expect(deliveryOf('twse', closures, '2026-11-25', at).settlesOn).toBe('2026-11-25')
    expect(deliveryOf('twse', closures, '2026-11-18', at).settlesOn).toBe('2026-11-20')
  })
})
