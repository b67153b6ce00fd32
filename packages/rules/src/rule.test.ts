import { expect, test } from 'vitest'
import { rulebook as rules } from './site/index.ts'

test.each(rules)('$id has a default inside its bounds and a reason', (rule) => {
  expect(rule.default).toBeGreaterThanOrEqual(rule.min)
  expect(rule.default).toBeLessThanOrEqual(rule.max)
  expect(rule.reason.length).toBeGreaterThan(10)
})

test('no two rules share an id', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})
