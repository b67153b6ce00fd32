import { expect, test } from 'vitest'
import {
  borrowableOf,
  borrowedPart,
  costOf,
  creditCallPrice,
  creditInterest,
  creditRatio,
  creditTermsOf,
  creditTopUp,
  isCreditTerm,
  lapsesOn,
  pledgeValue,
  scoreOf,
  sharesToSell,
  splitRepayment,
  supportedBy,
} from './index.ts'

const terms = creditTermsOf(new Map())
const etf = { shares: 3_000, price: 6_185 }
const telecom = { shares: 1_000, price: 12_600 }

test('the score deducts four things, each up to its cap', () => {
  expect(scoreOf([], 100)).toMatchObject({ score: 100 })
  expect(
    scoreOf(
      [
        { kind: 'late-day', count: 3 },
        { kind: 'late-call', count: 1 },
      ],
      100,
    ),
  ).toMatchObject({ score: 90, lines: [{ points: 6 }, { points: 4 }, { points: 0 }, { points: 0 }] })
  const worst = (['late-day', 'late-call', 'forced-sale', 'default'] as const).map((kind) => ({
    kind,
    count: 99,
  }))
  expect(scoreOf(worst, 100).score).toBe(0)
  expect(scoreOf(worst, 90).score).toBe(0)
  expect(lapsesOn('2025-10-04')).toBe('2026-10-04')
})

test('borrowable is the least of limit, pledge and ceiling', () => {
  expect(supportedBy(terms, [etf])).toBe(11_100_000n)
  expect(supportedBy(terms, [etf, telecom])).toBe(18_600_000n)
  expect(borrowableOf(terms, 15_000_000n, [etf])).toBe(11_100_000n)
  expect(borrowableOf(terms, 15_050_000n, [etf, telecom])).toBe(15_000_000n)
  expect(borrowableOf(terms, 90_000_000n, [{ shares: 100_000, price: 10_000 }])).toBe(50_000_000n)
  expect(borrowableOf(terms, 15_000_000n, [])).toBe(0n)
  expect([30, 90, 180, 31].map(isCreditTerm)).toEqual([true, true, true, false])
})

test('the full cost is interest by days and no fee', () => {
  expect(costOf(10_000_000n, 65_000, 90)).toEqual({
    interest: 160_274n,
    daily: 1_781n,
    fees: 0n,
    total: 10_160_274n,
  })
  expect(creditInterest(10_000_000n, 65_000, 51)).toBe(90_822n)
  expect(creditInterest(6_000_000n, 65_000, 33)).toBe(35_260n)
  expect(creditInterest(10_000_000n, 65_000, 0)).toBe(0n)
})

test('a repayment pays interest first and never above the debt', () => {
  const owed = { principal: 10_000_000n, interest: 90_822n }
  expect(splitRepayment(owed, 4_000_000n)).toEqual({ interest: 90_822n, principal: 3_909_178n })
  expect(splitRepayment(owed, 50_000n)).toEqual({ interest: 50_000n, principal: 0n })
  expect(splitRepayment(owed, 10_090_822n)).toEqual({ interest: 90_822n, principal: 10_000_000n })
  expect(splitRepayment(owed, 10_090_823n)).toBeUndefined()
})

test('the call price is the highest price below the ratio', () => {
  const owed = 10_090_822n
  expect(creditRatio(pledgeValue([etf]), owed)).toBe(18_387)
  expect(creditRatio(0n, 0n)).toBeNull()
  const price = creditCallPrice(3_000, owed, 13_000)!
  expect(price).toBe(4_372)
  expect(creditRatio(BigInt(price) * 3_000n, owed)!).toBeLessThan(13_000)
  expect(creditRatio(BigInt(price + 1) * 3_000n, owed)!).toBeGreaterThanOrEqual(13_000)
  expect(creditCallPrice(0, owed, 13_000)).toBeNull()
})

test('a top-up brings the loan to the ratio', () => {
  const asked = creditTopUp(12_900_000n, 10_000_000n, 16_600)
  expect(asked).toBe(2_229_000n)
  expect(creditRatio(12_900_000n, 10_000_000n - asked)).toBeGreaterThanOrEqual(16_600)
  expect(creditTopUp(16_600_000n, 10_000_000n, 16_600)).toBe(0n)
})

test('a forced sale takes as few lots as needed', () => {
  const pledge = { shares: 5_000, price: 2_500 }
  // 12,500,000 against 10,000,000.
  const quantity = sharesToSell(pledge, 0n, 10_000_000n, 16_600)
  expect(quantity % 1_000).toBe(0)
  expect(quantity).toBeLessThan(5_000)
  expect(sharesToSell(pledge, 0n, 10_000_000n, null)).toBe(5_000)
  expect(sharesToSell(pledge, 0n, 4_000_000n, null)).toBe(2_000)
  expect(sharesToSell(pledge, 90_000_000n, 10_000_000n, 16_600)).toBe(0)
  expect(sharesToSell({ shares: 1_500, price: 2_500 }, 0n, 10_000_000n, 16_600)).toBe(1_500)
})

test('borrowed money is at most what is there', () => {
  expect(borrowedPart(500n, 300n)).toBe(300n)
  expect(borrowedPart(200n, 300n)).toBe(200n)
})
