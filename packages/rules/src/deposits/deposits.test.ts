import { expect, test } from 'vitest'
import { depositBounds, isWithin } from './index.ts'

test('the narrower of rule and channel applies, the rule in NT$ only', () => {
  const rule = { min: 1_000n, max: 9_000n }
  expect(depositBounds('TWD', { min: 500n, max: 20_000n }, rule)).toEqual(rule)
  expect(depositBounds('TWD', { min: 2_000n, max: 3_000n }, rule)).toEqual({ min: 2_000n, max: 3_000n })
  expect(depositBounds('USD', { min: 1n, max: 20_000n }, rule)).toEqual({ min: 1n, max: 20_000n })
  expect([999n, 1_000n, 9_000n, 9_001n].map((amount) => isWithin(amount, rule))).toEqual([
    false,
    true,
    true,
    false,
  ])
})
