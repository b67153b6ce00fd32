import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { borrowFee, brokerage, interest, transactionTax, valueAt } from './costs.ts'
import { heldFor, loanOf, marginOf, max, ownPart, spent } from './funding.ts'
import { termsOf } from './terms.ts'

const terms = termsOf('tw')
const dollars = (amount: number): bigint => BigInt(Math.round(amount * 100))

describe('costs', () => {
  test('fees, taxes and interest match a broker’s worked examples', () => {
    expect(brokerage(terms, dollars(100_000))).toBe(dollars(142))
    expect(brokerage(terms, dollars(105_000))).toBe(dollars(149))
    expect(transactionTax(terms, 'stock', false, dollars(105_000))).toBe(dollars(315))
    expect(transactionTax(terms, 'stock', true, dollars(105_000))).toBe(dollars(157))
    expect(transactionTax(terms, 'etf', true, dollars(105_000))).toBe(dollars(105))
    expect(borrowFee(terms, false, dollars(195_000))).toBe(dollars(156))
    expect(interest(terms, dollars(249_500), 2)).toBe(dollars(88.86))
  })

  test('a small order pays the minimum fee, an unfilled one nothing', () => {
    expect(brokerage(terms, dollars(10_000))).toBe(dollars(20))
    expect(brokerage(terms, 0n)).toBe(0n)
  })
})

describe('funding', () => {
  test('own part, loan and margin match the drawn tickets', () => {
    const value = valueAt(21_450, 2_000)
    expect(loanOf(250, value)).toBe(dollars(257_000))
    expect(ownPart(250, value)).toBe(dollars(172_000))
    expect(spent(terms, { direction: 'long', multiple: 250 }, value)).toBe(dollars(172_611))
    expect(marginOf(terms, valueAt(21_650, 1_000))).toBe(dollars(194_900))
    expect(marginOf(terms, valueAt(19_500, 1_000))).toBe(dollars(175_500))
  })

  const funding = fc.constantFrom(
    { direction: 'long' as const, multiple: 100 },
    { direction: 'long' as const, multiple: 200 },
    { direction: 'long' as const, multiple: 250 },
    { direction: 'short' as const, multiple: 100 },
  )

  test('max() is at least spent() of any smaller value', () => {
    fc.assert(
      fc.property(funding, fc.bigInt(0n, 3_000_000_00n), fc.bigInt(0n, 3_000_00n), (kind, value, below) => {
        const smaller = value > below ? value - below : 0n
        expect(max(terms, kind, value)).toBeGreaterThanOrEqual(spent(terms, kind, smaller))
        expect(max(terms, kind, value)).toBeGreaterThanOrEqual(max(terms, kind, smaller))
      }),
      { numRuns: 3_000 },
    )
  })

  test('max() equals the highest spent() of any smaller value', () => {
    fc.assert(
      fc.property(funding, fc.bigInt(100_000n, 3_000_000n), (kind, value) => {
        let highest = 0n
        for (let at = value > 200_000n ? value - 200_000n : 0n; at <= value; at += 1n) {
          const here = spent(terms, kind, at)
          if (here > highest) highest = here
        }
        expect(max(terms, kind, value)).toBe(highest)
      }),
      { numRuns: 30 },
    )
  })

  test('any sequence of fills is covered and leaves nothing held', () => {
    const course = fc.record({
      kind: funding,
      price: fc.integer({ min: 1_000, max: 600_000 }),
      lots: fc.integer({ min: 1, max: 60 }),
      fills: fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 900, max: 1_000 })), {
        maxLength: 12,
      }),
    })
    fc.assert(
      fc.property(course, ({ kind, price, lots, fills }) => {
        let left = lots * 1_000
        let filled = 0n
        let held = heldFor(terms, { ...kind, worstPrice: price, left, filled })
        for (const [wanted, share] of fills) {
          const quantity = Math.min(left, wanted * 1_000)
          if (quantity === 0) break
          const before = filled + valueAt(price, left)
          const captured =
            spent(terms, kind, filled + valueAt(Math.floor((price * share) / 1_000), quantity)) -
            spent(terms, kind, filled)
          filled += valueAt(Math.floor((price * share) / 1_000), quantity)
          left -= quantity
          const released = max(terms, kind, before) - max(terms, kind, filled + valueAt(price, left))
          expect(captured).toBeGreaterThanOrEqual(0n)
          expect(released).toBeGreaterThanOrEqual(0n)
          const remaining = heldFor(terms, { ...kind, worstPrice: price, left, filled })
          if (left > 0) expect(held - captured - released).toBe(remaining)
          else expect(held).toBeGreaterThanOrEqual(captured)
          held = remaining
        }
        if (left === 0) expect(held).toBe(0n)
      }),
      { numRuns: 5_000 },
    )
  })
})
