import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnTick, tickAt } from '../instruments/ticks.ts'
import {
  cashText,
  corporateActionsRules,
  dividendProblem,
  entitlementOf,
  exReference,
  grossOf,
  isCancellable,
  adjustCandle,
  adjustmentFactors,
  adjustShares,
  fractionCash,
  noShares,
  perThousandText,
  ratioOf,
  supplementTermsOf,
  withheldOf,
} from './index.ts'

const law = supplementTermsOf(new Map())
const cash = fc.integer({ min: 1, max: 100_000_000 })
const shares = fc.integer({ min: 0, max: 50_000_000 })

test('a holder gets shares times dividend in whole dollars', () => {
  expect(grossOf(1_800_000, 1_000)).toBe(180_000n)
  expect(grossOf(1_234_567, 999)).toBe(123_300n)
  expect(grossOf(500_000, 1)).toBe(0n)
  fc.assert(
    fc.property(cash, shares, (micros, count) => {
      const gross = grossOf(micros, count)
      const exact = BigInt(micros) * BigInt(count)
      expect(gross % 100n).toBe(0n)
      expect(gross * 10_000n).toBeLessThanOrEqual(exact)
      expect(exact - gross * 10_000n).toBeLessThan(1_000_000n)
    }),
  )
})

test('the supplement is withheld from its threshold on, to the dollar', () => {
  expect(withheldOf(law, 1_999_900n)).toBe(0n)
  expect(withheldOf(law, 2_000_000n)).toBe(42_200n)
  // 20,024 × 2.11 % is 422.5064, 20,023 × 2.11 % is 422.4853.
  expect(withheldOf(law, 2_002_400n)).toBe(42_300n)
  expect(withheldOf(law, 2_002_300n)).toBe(42_200n)
  expect(withheldOf({ ...law, supplementRate: 0 }, 5_000_000n)).toBe(0n)
})

test('an operator’s value replaces the rate of the law', () => {
  const values = new Map([[corporateActionsRules.supplementRate.id, 300]])
  expect(withheldOf(supplementTermsOf(values), 2_000_000n)).toBe(60_000n)
})

test('net and supplement add up to the dividend', () => {
  fc.assert(
    fc.property(cash, shares, shares, (cashMicros, long, short) => {
      const { gross, withheld, net, owed } = entitlementOf({ ...law, ...noShares, cashMicros }, 10_000, [
        { direction: 'long', shares: long, owes: false },
        { direction: 'short', shares: short, owes: false },
      ])
      expect(net + withheld).toBe(gross)
      expect(withheld).toBeLessThanOrEqual(gross)
      expect(owed).toBe(grossOf(cashMicros, short))
    }),
  )
})

test('the reference price of the ex-date is the close less the dividend', () => {
  expect(exReference('stock', 4_120, 1_800_000)).toBe(3_940)
  // 99.80 has ticks of 0.10, 100.20 had 0.50.
  expect(exReference('stock', 10_050, 700_000)).toBe(9_980)
  expect(exReference('stock', 100_000, 11_000_000)).toBe(98_900)
  // 1.005 lies between two ticks: a half goes up.
  expect(exReference('stock', 101, 5_000)).toBe(101)
  expect(exReference('stock', 2, 50_000)).toBe(1)
})

test('the reference price is on a tick and within half a tick', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 10, max: 500_000 }),
      fc.constantFrom('stock', 'etf'),
      cash,
      (close, kind, micros) => {
        const price = exReference(kind, close, micros)
        expect(isOnTick(kind, price)).toBe(true)
        const exact = close - micros / 10_000
        if (exact >= 1) expect(Math.abs(price - exact)).toBeLessThanOrEqual(tickAt(kind, exact) / 2)
      },
    ),
  )
})

test('the first wrong field of an announcement is named', () => {
  const facts = {
    today: '2026-11-18',
    price: 4_120,
    isTradingDay: (date: string) => date !== '2026-11-21',
    isSettlementDay: (date: string) => date !== '2026-12-06',
  }
  const right = { ...noShares, cashMicros: 1_800_000, exOn: '2026-11-20', paysOn: '2026-12-07' }
  const problem = (over: object) => dividendProblem({ ...right, ...over }, facts)
  expect(problem({})).toBeUndefined()
  expect(problem({ cashMicros: 0 })).toBe('cashMicros')
  expect(problem({ cashMicros: 20_600_001 })).toBe('cashMicros')
  expect(problem({ cashMicros: 20_600_000 })).toBeUndefined()
  expect(problem({ exOn: '2026-11-18' })).toBe('exOn')
  expect(problem({ exOn: '2026-11-21' })).toBe('exOn')
  expect(problem({ paysOn: '2026-11-20' })).toBe('paysOn')
  expect(problem({ paysOn: '2026-12-06' })).toBe('paysOn')
  expect(problem({ paysOn: '2027-11-20' })).toBe('paysOn')
  expect(problem({ stockMicros: 1_000_001 })).toBe('stockMicros')
  expect(problem({ cashMicros: 0, stockMicros: 100_000 })).toBeUndefined()
  expect(problem({ splitTo: 4, splitFrom: 1 })).toBe('cashMicros')
  expect(problem({ cashMicros: 0, splitTo: 4, splitFrom: 1 })).toBeUndefined()
  expect(problem({ cashMicros: 0, splitTo: 10, splitFrom: 5 })).toBe('splitFrom')
  expect(problem({ cashMicros: 0, splitTo: 101, splitFrom: 1 })).toBe('splitTo')
  expect(problem({ cashMicros: 0, splitTo: 1, splitFrom: 101 })).toBe('splitFrom')
})

test('a hundred new shares for a thousand keep the value', () => {
  // (41.20 − 0.80) ÷ 1.1 is 36.727.
  const terms = { ...law, ...noShares, stockMicros: 100_000, cashMicros: 800_000 }
  const reference = exReference('stock', 4_120, 800_000, ratioOf(terms))
  expect(reference).toBe(3_675)
  const due = entitlementOf(terms, reference, [{ direction: 'long', shares: 1_005, owes: false }])
  // 100.5 shares: half a share at 36.75 is 18 whole dollars.
  expect(due).toMatchObject({ newShares: 100, fraction: 1_800n, gross: 80_400n + 1_800n, owed: 0n })
  expect(perThousandText(100_000)).toBe('100')
})

test('the supplement counts new shares at par, owed beyond the cash', () => {
  const due = entitlementOf({ ...law, ...noShares, stockMicros: 500_000, cashMicros: 0 }, 10_000, [
    { direction: 'long', shares: 10_000, owes: false },
  ])
  // 5,000 shares at 10 are 50,000; 2.11 % of it is 1,055.
  expect(due).toMatchObject({ newShares: 5_000, gross: 0n, withheld: 0n, owedSupplement: 105_500n })
})

test('a split pays no supplement and a short owes more shares', () => {
  const due = entitlementOf({ ...law, ...noShares, splitTo: 10, cashMicros: 0 }, 1_000, [
    { direction: 'long', shares: 50_000, owes: true },
    { direction: 'short', shares: 2_000, owes: false },
  ])
  expect(due).toMatchObject({
    newShares: 450_000,
    owedShares: 18_000,
    gross: 0n,
    owed: 0n,
    owedSupplement: 0n,
  })
})

test('shares and fractions of any ratio add up to what was held', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      (held, stockMicros, splitTo, splitFrom) => {
        const ratio = ratioOf({ stockMicros, splitTo, splitFrom })
        const after = adjustShares(held, ratio)
        expect(BigInt(after.shares) * ratio.from + after.remainder).toBe(BigInt(held) * ratio.to)
        expect(after.remainder).toBeLessThan(ratio.from)
        const cash = fractionCash(ratio, after.remainder, { reference: 12_345, fractionRate: 10_000 })
        expect(cash * ratio.from).toBeLessThanOrEqual(after.remainder * 12_345n)
        expect(adjustShares(held, ratio, true).shares).toBeGreaterThan(0)
      },
    ),
  )
})

test('prices before an ex-date are shown in shares of today', () => {
  const factors = adjustmentFactors([
    { at: 2_000, close: 10_000, reference: 2_500, to: 4, from: 1 },
    { at: 1_000, close: 10_100, reference: 10_000, to: 1, from: 1 },
  ])
  const candle = { open: 10_100, high: 10_100, low: 10_000, close: 10_000, volume: 5_000 }
  const now = { ...candle, at: 2_000 }
  expect(adjustCandle(now, factors)).toBe(now)
  expect(adjustCandle({ ...candle, at: 1_999 }, factors)).toMatchObject({
    open: 2_525,
    close: 2_500,
    volume: 20_000,
  })
  expect(adjustCandle({ ...candle, at: 999 }, factors)).toMatchObject({
    open: 2_500,
    close: 2_475,
    volume: 20_000,
  })
  expect(adjustCandle(now, [])).toBe(now)
})

test('a dividend is cancelled before its ex-date only', () => {
  const dividend = { state: 'announced', exOn: '2026-11-20' } as const
  expect(isCancellable(dividend, '2026-11-19')).toBe(true)
  expect(isCancellable(dividend, '2026-11-20')).toBe(false)
  for (const state of ['ex', 'paid', 'cancelled'] as const)
    expect(isCancellable({ ...dividend, state }, '2026-11-19')).toBe(false)
})

test('a dividend is written with two to six decimals', () => {
  expect(cashText(1_800_000)).toBe('1.80')
  expect(cashText(1_234_567)).toBe('1.234567')
})
