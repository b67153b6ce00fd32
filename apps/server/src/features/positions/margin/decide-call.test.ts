import { expect, test } from 'vitest'
import { termsOf } from '@fairlot/rules/orders'
import { type CallFacts, decideCall } from './decide-call.ts'

const terms = termsOf('practice')
const open: CallFacts = { amount: 1_000n, paid: 0n, deadline: 5_000, state: 'open' }
const decide = (ratioBp: number | null, call: CallFacts | null, nowMs = 0) =>
  decideCall(terms, { ratioBp, call, nowMs })

test.each([
  [null, 'leave'],
  [20_000, 'leave'],
  [13_000, 'leave'],
  [12_999, 'call'],
  [12_000, 'call'],
  [11_999, 'force'],
  [0, 'force'],
] as const)('without a call a ratio of %s means %s', (ratio, decision) => {
  expect(decide(ratio, null)).toBe(decision)
})

test.each([
  [12_500, 'leave'],
  [13_000, 'leave'],
  [16_599, 'leave'],
  [16_600, 'recovered'],
  [null, 'recovered'],
  [11_999, 'force'],
] as const)('with an open call a ratio of %s means %s', (ratio, decision) => {
  expect(decide(ratio, open)).toBe(decision)
})

test('an unmet call is forced exactly at its deadline', () => {
  expect(decide(12_500, open, 4_999)).toBe('leave')
  expect(decide(12_500, open, 5_000)).toBe('force')
  expect(decide(16_600, open, 5_000)).toBe('recovered')
  expect(decide(12_500, { ...open, paid: 1_000n }, 5_000)).toBe('met')
  expect(decide(12_500, { ...open, paid: 999n }, 5_000)).toBe('force')
})

test('below the minimum ratio a paid call is still forced', () => {
  expect(decide(11_999, { ...open, paid: 1_000n })).toBe('force')
})

test('a forced close continues until the release ratio is reached', () => {
  const forced: CallFacts = { ...open, state: 'forced' }
  expect(decide(13_500, forced, 9_000)).toBe('leave')
  expect(decide(16_600, forced, 9_000)).toBe('closed')
  expect(decide(null, forced, 9_000)).toBe('closed')
})
