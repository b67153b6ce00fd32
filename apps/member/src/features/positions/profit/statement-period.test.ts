import { expect, test } from 'vitest'
import { lastDayOf, periodsOf } from './statement-period.ts'

test('this month ends today, and last month is whole', () => {
  expect(periodsOf('2026-03-12')).toEqual([
    { from: '2026-03-01', to: '2026-03-12' },
    { from: '2026-02-01', to: '2026-02-28' },
  ])
  expect(periodsOf('2027-01-01')[1]).toEqual({ from: '2026-12-01', to: '2026-12-31' })
})

test('a month ends on its last day, also in leap years', () => {
  expect(lastDayOf('2028-02-10')).toBe('2028-02-29')
  expect(lastDayOf('2026-12-31')).toBe('2026-12-31')
})
