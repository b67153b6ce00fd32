// Random blocks against the invariant of copying (I13), and mistakes that it must find. A normal run takes 5,000 blocks;
// FAIRLOT_PROVE=1 takes 100,000 and writes evidence/copy-allocation.json.

import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { writeEvidence } from '../../../../scripts/evidence.ts'
import { startingValues, termsOf } from '../orders/index.ts'
import {
  allocate,
  blockBreach,
  buyFee,
  copyTradingRules,
  dayOrderText,
  followerMedianBp,
  followRefusal,
  isStopLossReached,
  parentOrders,
  purchaseCost,
  purchaseShares,
  saleCosts,
  saleShares,
  settingsProblem,
  suitabilityOf,
} from './index.ts'
import { plantedBugs } from './testing/planted-bugs.ts'
import { randomBlock, randomOf, shuffled } from './testing/random-block.ts'

const root = resolve(import.meta.dirname, '../../../..')
const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const blocks = isWhole ? 100_000 : 5_000
const terms = termsOf('tw', startingValues('tw'))

const line = (id: string, planned: number, place: number) => ({
  id,
  isMentor: id === 'mentor',
  planned,
  place,
})

describe('an allocation', () => {
  test('of random blocks keeps every rule of copying', () => {
    let [partial, extras, empty] = [0, 0, 0]
    for (let seed = 1; seed <= blocks; seed += 1) {
      const { mentor, followers, lines, fills } = randomBlock(randomOf(seed), terms)
      const allocation = allocate(fills, lines)
      const breach = blockBreach(fills, lines, allocation)
      if (breach !== undefined) throw new Error(`block ${seed}: ${breach}`)
      for (const [n, { left, cap, amount, stockShareBp, inStock, isPaused }] of followers.entries()) {
        const own = allocation.lines[n + 1]!
        const cost = own.value + buyFee(terms, own)
        const isIn =
          own.shares === 0 ||
          (!isPaused &&
            cost <= left &&
            cost <= (cap ?? cost) &&
            inStock + cost <= (amount * BigInt(stockShareBp)) / 10_000n)
        if (!isIn) throw new Error(`block ${seed}: follower ${n} pays ${cost} past a limit`)
        if (own.shares === 0) empty += 1
      }
      if (allocation.lines[0]!.value > BigInt(mentor.price) * BigInt(mentor.shares))
        throw new Error(`block ${seed}: the mentor pays more than their limit`)
      if (fills.shares < lines.reduce((sum, { planned }) => sum + planned, 0)) partial += 1
      extras += allocation.lines.filter(({ base, shares }) => shares > base).length
    }
    expect(partial).toBeGreaterThan(blocks / 4)
    expect(extras).toBeGreaterThan(blocks)
    expect(empty).toBeGreaterThan(blocks / 10)
    if (isWhole)
      writeEvidence(root, 'copy-allocation', {
        blocks,
        partial,
        extras,
        empty,
        plantedBugs: Object.keys(plantedBugs).length,
      })
  })

  test.each(Object.entries(plantedBugs))('is refused when %s', (_name, planted) => {
    let found: string | undefined
    for (let seed = 1; seed <= 500 && found === undefined; seed += 1) {
      const { lines, fills } = randomBlock(randomOf(seed), terms)
      found = blockBreach(fills, lines, planted(fills, lines))
    }
    expect(found).toBeDefined()
  })

  test('gives largest remainders one share, equals by the day’s order', () => {
    const lines = [line('mentor', 100, 0), line('a', 10, 3), line('b', 10, 1), line('c', 10, 2)]
    const { lines: got, rounding } = allocate({ shares: 65, value: 65_000n }, lines)
    expect(got.map(({ shares }) => shares)).toEqual([50, 5, 5, 5])
    expect(allocate({ shares: 67, value: 67n }, lines).lines.map(({ shares }) => shares)).toEqual([
      51, 5, 6, 5,
    ])
    expect(rounding).toBe(0n)
  })

  test('never gives a mentor more than their exact part', () => {
    const lines = [line('mentor', 999, 0), line('a', 1, 1)]
    expect(allocate({ shares: 999, value: 1n }, lines).lines.map(({ shares }) => shares)).toEqual([998, 1])
    expect(allocate({ shares: 5, value: 5n }, [line('mentor', 7, 0)]).lines[0]!.shares).toBe(5)
  })

  test('has one average price over both books', () => {
    // Two lots at 10.00 and 500 shares at 10.10: 10.02 each.
    const fills = { shares: 2_500, value: 2_000n * 1_000n + 500n * 1_010n }
    const { lines } = allocate(fills, [line('mentor', 1_250, 0), line('a', 1_250, 1)])
    expect(lines.map(({ value }) => value)).toEqual([1_252_500n, 1_252_500n])
  })

  test('refuses more fills than the block has shares', () => {
    expect(() => allocate({ shares: 2, value: 2n }, [line('mentor', 1, 0)])).toThrow('2 shares are filled')
  })

  test('gives equal followers equal shares over many days', () => {
    // 12 equal followers and 5 shares to give: each gets one on 5 of 12 days. Chi-square with 11 degrees of freedom.
    const days = 4_800
    const random = randomOf(7)
    const got = Array.from({ length: 12 }, () => 0)
    for (let day = 0; day < days; day += 1) {
      const places = shuffled(random, 12)
      const lines = [line('mentor', 120, 0), ...places.map((place, n) => line(`f${n}`, 10, place))]
      for (const { id, base, shares } of allocate({ shares: 230 - 5, value: 1n }, lines).lines)
        if (shares > base) got[Number(id.slice(1))]! += 1
    }
    const all = got.reduce((sum, each) => sum + each, 0)
    const expected = all / 12
    const chi = got.reduce((sum, each) => sum + (each - expected) ** 2 / expected, 0)
    expect(all).toBeGreaterThan(days)
    expect(chi).toBeLessThan(31.3)
  })

  test('orders a day by the hash of its draw', () => {
    const keyOf = (copyId: string): string =>
      createHash('sha256')
        .update(dayOrderText({ date: '2026-11-18', mentorId: 'm', seed: '00ff', copyId }))
        .digest('hex')
    expect(keyOf('a')).not.toBe(keyOf('b'))
    expect(dayOrderText({ date: '2026-11-18', mentorId: 'm', seed: '00ff', copyId: 'a' })).toBe(
      'fairlot copy v1\n2026-11-18\nm\n00ff\na\n',
    )
  })
})

describe('a part of a purchase', () => {
  const mentor = { shares: 1_000, price: 10_000, capital: 100_000_000n }
  const follower = {
    amount: 10_000_000n,
    left: 10_000_000n,
    inStock: 0n,
    stockShareBp: 10_000,
    cap: null,
    isPaused: false,
  }

  test('is the part that the amount is of the capital', () => {
    expect(purchaseShares(terms, mentor, follower)).toBe(100)
  })

  test('fits what is left, the share per stock and the cap', () => {
    const few = purchaseShares(terms, mentor, { ...follower, left: 500_000n })
    expect(purchaseCost(terms, 10_000, few)).toBeLessThanOrEqual(500_000n)
    expect(purchaseCost(terms, 10_000, few + 1)).toBeGreaterThan(500_000n)
    expect(purchaseShares(terms, mentor, { ...follower, stockShareBp: 500 })).toBe(49)
    expect(purchaseShares(terms, mentor, { ...follower, stockShareBp: 500, inStock: 500_000n })).toBe(0)
    expect(purchaseShares(terms, mentor, { ...follower, cap: 300_000n })).toBe(29)
  })

  test('is nothing for a paused copy', () => {
    expect(purchaseShares(terms, mentor, { ...follower, isPaused: true })).toBe(0)
  })

  test('is divided into whole lots and an odd lot', () => {
    expect(parentOrders(3_450)).toEqual({ whole: 3_000, odd: 450 })
  })

  test('of a sale is the same part, and everything at the end', () => {
    expect(saleShares({ sold: 500, held: 1_000 }, 33)).toBe(16)
    expect(saleShares({ sold: 1_000, held: 1_000 }, 33)).toBe(33)
  })
})

describe('the followers’ median', () => {
  const of = (...results: number[]) =>
    followerMedianBp(results.map((result) => ({ result: BigInt(result), amount: 1_000_000n })))

  test('is the middle result, and none below five', () => {
    expect(of(1, 2, 3, 4)).toBeNull()
    expect(of(90_000, -50_000, 10_000, 0, 20_000)).toBe(100)
    expect(of(90_000, -50_000, 10_000, 0, 20_000, 40_000)).toBe(150)
  })
})

describe('costs', () => {
  test('of a copied trade are those of an own order', () => {
    expect(buyFee(terms, { planned: 100, value: 50_000n })).toBe(100n)
    expect(buyFee(terms, { planned: 1_000, value: 500_000n })).toBe(2_000n)
    expect(saleCosts(terms, 'stock', { planned: 1_000, value: 10_000_000n })).toEqual({
      fee: 14_200n,
      tax: 30_000n,
    })
  })
})

describe('a follow', () => {
  const facts = {
    amount: 5_000_000n,
    minFollow: 1_000_000n,
    inCopies: 0n,
    equity: 100_000_000n,
    available: 100_000_000n,
  }
  test('is refused past each of its limits', () => {
    expect(followRefusal(facts)).toBeUndefined()
    expect(followRefusal({ ...facts, amount: 999_999n })?.code).toBe('follow.below-minimum')
    expect(followRefusal({ ...facts, amount: 200_000_001n })?.code).toBe('follow.above-maximum')
    expect(followRefusal({ ...facts, inCopies: 46_000_000n })).toEqual({
      code: 'follow.share-of-equity',
      limit: 4_000_000n,
    })
    expect(followRefusal({ ...facts, available: 1n })?.code).toBe('balance.insufficient')
  })

  test('is decided at once up to the published amount', () => {
    const max = BigInt(copyTradingRules.reviewFrom.default)
    expect(suitabilityOf(max)).toBe('following')
    expect(suitabilityOf(max + 1n)).toBe('under-review')
  })

  test('has settings within their bounds', () => {
    const settings = { stockShareBp: 3_000, stopLossBp: 1_000, cap: null }
    expect(settingsProblem(settings, 10n)).toBeUndefined()
    expect(settingsProblem({ ...settings, stockShareBp: 499 }, 10n)).toBe('stockShareBp')
    expect(settingsProblem({ ...settings, stopLossBp: 9_001 }, 10n)).toBe('stopLossBp')
    expect(settingsProblem({ ...settings, cap: 11n }, 10n)).toBe('cap')
  })

  test('reaches its stop-loss at the limit', () => {
    const copy = { amount: 1_000_000n, stopLossBp: 1_000 }
    expect(isStopLossReached(copy, -99_999n)).toBe(false)
    expect(isStopLossReached(copy, -100_000n)).toBe(true)
    expect(isStopLossReached({ ...copy, stopLossBp: null }, -1_000_000n)).toBe(false)
  })
})
