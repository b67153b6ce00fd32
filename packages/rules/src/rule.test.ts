import { expect, test } from 'vitest'
import { authRules } from './auth/index.ts'
import { membersRules } from './members/index.ts'
import type { Rule } from './rule.ts'

const rules: Rule[] = [...Object.values(authRules), ...Object.values(membersRules)]

test.each(rules)('$id has a default inside its bounds and a reason', (rule) => {
  expect(rule.default).toBeGreaterThanOrEqual(rule.min)
  expect(rule.default).toBeLessThanOrEqual(rule.max)
  expect(rule.reason.length).toBeGreaterThan(10)
})

test('no two rules share an id', () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
})
