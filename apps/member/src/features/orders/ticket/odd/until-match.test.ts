import { expect, test } from 'vitest'
import { untilMatch } from './until-match.ts'

test('the next match is counted from a time that is past', () => {
  expect(untilMatch(100_000, 97_000)).toBe(3_000)
  expect(untilMatch(100_000, 100_000)).toBe(5_000)
  expect(untilMatch(100_000, 102_000)).toBe(3_000)
  expect(untilMatch(100_000, 114_999)).toBe(1)
  // A delay, or the first match of the day.
  expect(untilMatch(700_000, 100_000)).toBe(600_000)
})
