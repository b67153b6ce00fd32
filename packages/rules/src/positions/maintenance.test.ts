import fc from 'fast-check'
import { expect, test } from 'vitest'
import { termsOf } from '../orders/terms.ts'
import {
  afterTopUp,
  callPrice,
  coverOf,
  forcedCloses,
  maintenance,
  ratioOf,
  type Secured,
  spreadTopUp,
  topUpFor,
} from './maintenance.ts'

const terms = termsOf('practice')

const long = (id: string, symbol: string, shares: number, last: number, loan: bigint): Secured => ({
  positionId: id,
  symbol,
  direction: 'long',
  shares,
  loan,
  collateral: 0n,
  interest: 0n,
  last,
})

const short = (id: string, symbol: string, shares: number, last: number, collateral: bigint): Secured => ({
  ...long(id, symbol, shares, last, 0n),
  direction: 'short',
  collateral,
})

test('the ratio is assets over debts, rounded down', () => {
  // NT$100 x 1,000 with a loan of 60,000: 166.66 %.
  expect(maintenance([long('a', '2330', 1_000, 10_000, 6_000_000n)])).toBe(16_666)
  // With a short of NT$50 x 2,000 on 190,000 of collateral: 290,000 over 160,000.
  const both = [long('a', '2330', 1_000, 10_000, 6_000_000n), short('b', '2317', 2_000, 5_000, 19_000_000n)]
  expect(maintenance(both)).toBe(18_125)
})

test('a long without a loan does not affect the ratio', () => {
  expect(maintenance([long('a', '2330', 1_000, 10_000, 0n)])).toBeNull()
  const loan = long('b', '2317', 1_000, 10_000, 6_000_000n)
  expect(maintenance([loan, long('a', '2330', 9_000, 10_000, 0n)])).toBe(maintenance([loan]))
})

test('the call price is the highest for longs, lowest for shorts', () => {
  // 130 % of 60,000 is 78,000: called below NT$78 a share.
  expect(callPrice(terms, [long('a', '2330', 1_000, 10_000, 6_000_000n)], '2330')).toBe(7_799)
  // 190,000 of collateral over 1.3: called above NT$73.07 a share.
  expect(callPrice(terms, [short('b', '2317', 2_000, 5_000, 19_000_000n)], '2317')).toBe(7_308)
  expect(callPrice(terms, [long('a', '2330', 1_000, 10_000, 0n)], '2330')).toBeNull()
})

const holdings = fc
  .array(
    fc.record({
      direction: fc.constantFrom('long' as const, 'short' as const),
      symbol: fc.constantFrom('2330', '2317', '0050'),
      lots: fc.integer({ min: 1, max: 40 }),
      last: fc.integer({ min: 1_000, max: 200_000 }),
      // Of the market value now, in percent.
      part: fc.integer({ min: 0, max: 130 }),
      interest: fc.integer({ min: 0, max: 100_000 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((rows): readonly Secured[] => {
    const lasts = new Map(rows.map(({ symbol, last }) => [symbol, last]))
    return rows.map(({ direction, symbol, lots, part, interest }, n) => {
      const last = lasts.get(symbol)!
      const value = BigInt(last) * BigInt(lots * 1_000)
      const id = `p${n}`
      return direction === 'short'
        ? short(id, symbol, lots * 1_000, last, (value * BigInt(part + 90)) / 100n)
        : {
            ...long(id, symbol, lots * 1_000, last, (value * BigInt(part)) / 100n),
            interest: part === 0 ? 0n : BigInt(interest),
          }
    })
  })

const at = (account: readonly Secured[], symbol: string, last: number): readonly Secured[] =>
  account.map((one) => (one.symbol === symbol ? { ...one, last } : one))

const isCalled = (account: readonly Secured[]): boolean => {
  const { securing, debt } = coverOf(account)
  return securing * 10_000n < debt * BigInt(terms.callRatio)
}

test('the ratio is below 130 % exactly when the fraction is', () => {
  fc.assert(
    fc.property(holdings, (account) => {
      const ratio = maintenance(account)
      expect(ratio !== null && ratio < terms.callRatio).toBe(isCalled(account))
    }),
  )
})

test('a price beside the call price causes no call', () => {
  fc.assert(
    fc.property(holdings, fc.constantFrom('2330', '2317', '0050'), (account, symbol) => {
      const price = callPrice(terms, account, symbol)
      if (price === null) return
      expect(isCalled(at(account, symbol, price))).toBe(true)
      const beside = [price - 1, price + 1].filter((one) => one > 0)
      // A neighbouring price causes no call, unless this is the lowest possible price.
      expect(price === 1 || beside.some((one) => !isCalled(at(account, symbol, one)))).toBe(true)
    }),
  )
})

test('the required top-up is exactly enough to reach the ratio', () => {
  fc.assert(
    fc.property(holdings, (account) => {
      const asked = topUpFor(account, terms.cancelRatio)
      const reached = (amount: bigint): boolean => {
        const { securing, debt } = coverOf(afterTopUp(account, spreadTopUp(account, amount)))
        return securing * 10_000n >= debt * BigInt(terms.cancelRatio)
      }
      expect(reached(asked)).toBe(true)
      if (asked > 0n) expect(reached(asked - 100n)).toBe(false)
    }),
  )
})

test('a top-up never exceeds its amount or lowers the ratio', () => {
  fc.assert(
    fc.property(holdings, fc.bigInt({ min: 1n, max: 5_000_000_000n }), (account, amount) => {
      const parts = spreadTopUp(account, amount)
      const used = parts.reduce((sum, one) => sum + one.interest + one.loan + one.collateral, 0n)
      expect(used <= amount).toBe(true)
      const after = afterTopUp(account, parts)
      for (const one of after) {
        expect(one.loan >= 0n).toBe(true)
        expect(one.interest >= 0n).toBe(true)
      }
      const [before, now] = [maintenance(account), maintenance(after)]
      if (before !== null && now !== null) expect(now).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('a top-up leaves a dollar rather than lower the ratio', () => {
  const account = [long('a', '2330', 1_000, 10_000, 7_500_000n), long('b', '2317', 1_000, 10_000, 8_000_000n)]
  const parts = spreadTopUp(account, 8_500_000n)
  expect(parts).toEqual([
    { positionId: 'b', interest: 0n, loan: 7_999_900n, collateral: 0n },
    { positionId: 'a', interest: 0n, loan: 500_100n, collateral: 0n },
  ])
  expect(maintenance(afterTopUp(account, parts))).toBeGreaterThan(maintenance(account)!)
  // Paying everything leaves no debt.
  expect(maintenance(afterTopUp(account, spreadTopUp(account, 20_000_000n)))).toBeNull()
})

test('interest is paid before its loan', () => {
  const account = [{ ...long('a', '2330', 1_000, 10_000, 8_000_000n), interest: 5_000n }]
  expect(spreadTopUp(account, 6_000n)).toEqual([
    { positionId: 'a', interest: 5_000n, loan: 1_000n, collateral: 0n },
  ])
})

test('a forced close takes the largest debt until 166 %', () => {
  const account = [
    long('small', '2317', 1_000, 10_000, 5_000_000n),
    long('large', '2330', 4_000, 10_000, 36_000_000n),
  ]
  // 500,000 over 410,000 is 121 %. Closing all of the large one leaves 200 %.
  const closes = forcedCloses(account, terms.cancelRatio)
  expect(closes).toEqual([{ positionId: 'large', quantity: 4_000 }])
  expect(forcedCloses([long('sole', '2330', 3_000, 10_000, 27_000_000n)], terms.cancelRatio)).toEqual([
    { positionId: 'sole', quantity: 3_000 },
  ])
  const many = [
    long('large', '2330', 10_000, 10_000, 90_000_000n),
    long('good', '2317', 10_000, 10_000, 50_000_000n),
  ]
  // 143 %: closing this many lots of the large one brings the two to 166 %.
  const some = forcedCloses(many, terms.cancelRatio)
  expect(some).toEqual([{ positionId: 'large', quantity: 7_000 }])
  expect(ratioOf({ securing: 130_000_000n, debt: 77_000_000n })).toBe(16_883)
})

test('after forced closes the remainder is at 166 % or debt-free', () => {
  fc.assert(
    fc.property(holdings, (account) => {
      const closes = new Map(
        forcedCloses(account, terms.cancelRatio).map(({ positionId, quantity }) => [positionId, quantity]),
      )
      const others = account.flatMap((one) => {
        const gone = closes.get(one.positionId) ?? 0
        expect(gone).toBeLessThanOrEqual(one.shares)
        if (gone === one.shares) return []
        const share = (amount: bigint): bigint => amount - (amount * BigInt(gone)) / BigInt(one.shares)
        return [
          { ...one, shares: one.shares - gone, loan: share(one.loan), collateral: share(one.collateral) },
        ]
      })
      const ratio = maintenance(others)
      expect(ratio === null || ratio >= terms.cancelRatio).toBe(true)
    }),
  )
})
