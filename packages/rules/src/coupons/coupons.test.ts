import { expect, test } from 'vitest'
import { couponBounds, isGrantable, rebateOf } from './index.ts'

test('a coupon pays the fee up to its amount without change', () => {
  expect(rebateOf(10_000n, 2_000n)).toBe(2_000n)
  expect(rebateOf(10_000n, 10_000n)).toBe(10_000n)
  expect(rebateOf(10_000n, 42_750n)).toBe(10_000n)
})

test('a grantable coupon has two names, a bounded amount and date', () => {
  const now = new Date('2026-11-15T04:00:00Z')
  const good = { name: { tw: '補償', en: 'Sorry' }, amount: 10_000n, until: new Date('2026-12-31T16:00:00Z') }
  expect(isGrantable(good, now)).toBe(true)
  expect(isGrantable({ ...good, name: { tw: '補償', en: ' ' } }, now)).toBe(false)
  expect(isGrantable({ ...good, amount: 0n }, now)).toBe(false)
  expect(isGrantable({ ...good, amount: couponBounds.maxAmount }, now)).toBe(true)
  expect(isGrantable({ ...good, amount: couponBounds.maxAmount + 1n }, now)).toBe(false)
  expect(isGrantable({ ...good, until: now }, now)).toBe(false)
  expect(isGrantable({ ...good, until: new Date('2027-12-31T16:00:00Z') }, now)).toBe(false)
})
