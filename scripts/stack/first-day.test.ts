import { expect, test } from 'vitest'
import { firstDayProblem } from './first-day.ts'

test('an empty start and real money play no members', () => {
  expect(firstDayProblem([], {})).toBe(undefined)
  expect(firstDayProblem([], { FAIRLOT_MONEY: 'practice' })).toBe(undefined)
  expect(firstDayProblem(['--empty'], {})).toMatch(/empty/)
  expect(firstDayProblem([], { FAIRLOT_MONEY: 'real' })).toMatch(/Real money/)
})
