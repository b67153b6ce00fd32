import { expect, test } from 'vitest'
import { checkStatement } from './index.ts'

test('an appeal has 10 to 500 characters', () => {
  expect(checkStatement('short')).toBe('input.text-length')
  expect(checkStatement(`${' '.repeat(20)}short`)).toBe('input.text-length')
  expect(checkStatement('I was not there.')).toBeUndefined()
  expect(checkStatement('x'.repeat(501))).toBe('input.text-length')
})
