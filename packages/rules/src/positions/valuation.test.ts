import fc from 'fast-check'
import { expect, test } from 'vitest'
import { borrowFee, brokerage, interest, transactionTax, valueAt } from '../orders/costs.ts'
import { loanOf, marginOf } from '../orders/funding.ts'
import { termsOf } from '../orders/terms.ts'
import {
  averagePrice,
  closingCosts,
  interestDue,
  marginIn,
  openPart,
  type Position,
  unrealised,
} from './valuation.ts'

const terms = termsOf('practice')
const day = '2026-07-15'

function opened(direction: 'long' | 'short', price: number, shares: number, multiple = 100): Position {
  const value = valueAt(price, shares)
  const fee = brokerage(terms, value)
  const tax = direction === 'short' ? transactionTax(terms, 'stock', false, value) : 0n
  const borrow = direction === 'short' ? borrowFee(terms, false, value) : 0n
  return {
    direction,
    dayTrade: false,
    openedOn: day,
    openedShares: shares,
    shares,
    openedValue: value,
    openFee: fee,
    openTax: tax,
    borrowFee: borrow,
    loan: direction === 'long' ? loanOf(multiple, value) : 0n,
    collateral: direction === 'short' ? marginOf(terms, value) + value - fee - tax - borrow : 0n,
    interest: 0n,
    interestThrough: day,
    closedValue: 0n,
    closeFee: 0n,
    closeTax: 0n,
    interestPaid: 0n,
    realised: 0n,
  }
}

test('a long at its purchase price shows its costs as loss', () => {
  const position = opened('long', 10_000, 1_000)
  // 142 to buy, 142 and 300 of tax to sell.
  expect(unrealised(terms, position, 10_000, 'stock', day)).toBe(-58_400n)
  expect(unrealised(terms, position, 11_000, 'stock', day)).toBe(1_000_000n - 14_200n - 15_600n - 33_000n)
})

test('a falling price profits a short less its costs', () => {
  const position = opened('short', 10_000, 1_000)
  expect(unrealised(terms, position, 9_000, 'stock', day)).toBe(
    1_000_000n - 14_200n - 30_000n - 8_000n - 12_800n,
  )
})

test('closing tax is a third for funds, half for day trades', () => {
  const position = { ...opened('long', 10_000, 1_000), dayTrade: true }
  const tax = (kind: 'stock' | 'etf', today: string) => closingCosts(terms, position, 10_000, kind, today).tax
  expect(tax('stock', day)).toBe(15_000n)
  expect(tax('stock', '2026-07-16')).toBe(30_000n)
  expect(tax('etf', day)).toBe(10_000n)
})

test('interest includes days the daily job has not yet posted', () => {
  const position = { ...opened('long', 10_000, 1_000, 200), interest: 500n }
  expect(position.loan).toBe(5_000_000n)
  expect(interestDue(terms, position, day)).toBe(500n)
  expect(interestDue(terms, position, '2026-07-18')).toBe(500n + interest(terms, 5_000_000n, 3))
})

test('realised and unrealised results add up to the whole', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('long' as const, 'short' as const),
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 49 }),
      fc.integer({ min: 100, max: 300_000 }),
      fc.integer({ min: 100, max: 300_000 }),
      fc.bigInt({ min: -1_000_000n, max: 1_000_000n }),
      (direction, lots, gone, price, last, realised) => {
        const closed = Math.min(gone, lots - 1) * 1_000
        const whole = opened(direction, price, lots * 1_000)
        const closedValue = valueAt(last, closed)
        const closeFee = brokerage(terms, closedValue)
        const closeTax = direction === 'long' ? transactionTax(terms, 'stock', false, closedValue) : 0n
        const part = { ...whole, shares: whole.shares - closed, closedValue, closeFee, closeTax, realised }
        const costs = closingCosts(terms, part, last, 'stock', day)
        const gross = (valueAt(last, whole.shares) - whole.openedValue) * (direction === 'long' ? 1n : -1n)
        const all =
          whole.openFee + whole.openTax + whole.borrowFee + closeFee + closeTax + costs.fee + costs.tax
        expect(realised + unrealised(terms, part, last, 'stock', day)).toBe(gross - all)
      },
    ),
  )
})

test('a closed position has no unrealised result', () => {
  const closed = { ...opened('long', 10_000, 1_000), shares: 0, realised: -58_400n }
  expect(unrealised(terms, closed, 10_000, 'stock', day)).toBe(0n)
  expect(marginIn(closed)).toBe(0n)
})

test('own money is value less loan, or the margin of a short', () => {
  expect(marginIn(opened('long', 10_000, 1_000))).toBe(10_000_000n)
  expect(marginIn(opened('long', 10_000, 1_000, 250))).toBe(4_000_000n)
  expect(marginIn(opened('short', 10_000, 1_000))).toBe(9_000_000n)
  expect(openPart(100n, { openedShares: 3, shares: 2 })).toBe(67n)
  expect(averagePrice(10_005n, 10)).toBe(1_001)
})
