import { expect, test } from 'vitest'
import { isReviewDate } from './check-review-date.ts'
import { maskAccount, memberNumber, publicNumber } from './mask.ts'

test.each([
  ['2026-11-16', true],
  ['2026-12-15', true],
  ['2026-12-16', false],
  ['2026-11-15', false],
  ['2026-11-31', false],
  ['2026-13-01', false],
  ['tomorrow', false],
] as const)('thirty days from 2026-11-15 a review on %s is %s', (reviewOn, ok) => {
  expect(isReviewDate(reviewOn, '2026-11-15', 30)).toBe(ok)
})

test('accounts are masked and operators shown by a public number', () => {
  expect(maskAccount('0912345678')).toBe('0912-***-678')
  expect(maskAccount('0912')).toBe('•••')
  expect(publicNumber('0192f0c1-0000-7000-8000-0000deadbeef')).toBe('OP-DEADBEEF')
  expect(publicNumber('op-1')).toBe('op-1')
})

test('a member number is the end of the id', () => {
  expect(memberNumber('0190f3a2-0000-7000-8000-00000012ab34')).toBe('M-12AB34')
})
