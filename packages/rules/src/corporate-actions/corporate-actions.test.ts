import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOnTick, tickAt } from '../instruments/ticks.ts'
import {
  corporateActionsRules,
  dividendProblem,
  entitlementOf,
  exReference,
  grossOf,
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
      const { gross, withheld, net, owed } = entitlementOf({ ...law, cashMicros }, { long, short })
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
  const right = { cashMicros: 1_800_000, exOn: '2026-11-20', paysOn: '2026-12-07' }
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
})
