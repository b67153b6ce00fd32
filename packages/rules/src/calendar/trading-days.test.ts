import { readClosures } from '@fairlot/database/seeds'
import { expect, test } from 'vitest'
import { closesTooLong, settlementMoves, withClosure, withoutClosure } from './closure-moves.ts'
import { addDays } from './taipei.ts'
import {
  addSettlementDays,
  closuresOf,
  isSettlementDay,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
} from './trading-days.ts'

const closures = closuresOf(readClosures())

function daysOf(year: number): string[] {
  const days: string[] = []
  for (let date = `${year}-01-01`; date.startsWith(String(year)); date = addDays(date, 1)) days.push(date)
  return days
}

test.each([
  [2026, 243, 245],
  [2027, 242, 244],
])('%i has %i trading days and %i settlement days', (year, trading, settling) => {
  const days = daysOf(year)
  expect(days.filter((day) => isTradingDay('twse', closures, day))).toHaveLength(trading)
  expect(days.filter((day) => isSettlementDay('twse', closures, day))).toHaveLength(settling)
})

test.each([
  ['2026-02-10', '2026-02-12'],
  ['2026-02-11', '2026-02-13'],
  ['2026-02-25', '2026-03-02'],
  ['2026-04-02', '2026-04-08'],
  ['2026-09-24', '2026-09-30'],
  ['2027-02-01', '2027-02-03'],
  ['2027-04-01', '2027-04-07'],
  ['2027-12-30', '2028-01-04'],
])('a trade of %s settles on %s', (trade, settlement) => {
  expect(addSettlementDays('twse', closures, trade, 2)).toBe(settlement)
})

test('the practice market trades and settles every day, holidays and Sundays too', () => {
  expect(isTradingDay('practice', closures, '2026-02-17')).toBe(true)
  expect(addSettlementDays('practice', closures, '2026-02-14', 2)).toBe('2026-02-16')
})

test('T+0 is the trade day, and an invalid count throws', () => {
  expect(addSettlementDays('twse', closures, '2026-02-11', 0)).toBe('2026-02-11')
  expect(() => addSettlementDays('twse', closures, '2026-02-11', -1)).toThrow(RangeError)
  expect(() => addSettlementDays('twse', closures, '2026-02-11', 1.5)).toThrow(RangeError)
})

test('trading days around the Lunar New Year skip the settlement-only days', () => {
  expect(nextTradingDay('twse', closures, '2026-02-11')).toBe('2026-02-23')
  expect(previousTradingDay('twse', closures, '2026-02-23')).toBe('2026-02-11')
})

test('closures without an end throw an error', () => {
  const always = closuresOf(
    Array.from({ length: 90 }, (_, day) => ({ date: addDays('2026-03-01', day), settlementOnly: false })),
  )
  expect(() => nextTradingDay('twse', always, '2026-03-01')).toThrow('the closures are broken')
})

test('a typhoon day moves earlier settlements and removes its own trades', () => {
  // Thursday 12 March 2026: trades of the 10th and the 11th would have settled on it and the day after.
  const after = withClosure(closures, '2026-03-12', false)
  expect(settlementMoves(closures, after, '2026-03-12')).toEqual([
    { trade: '2026-03-10', before: '2026-03-12', after: '2026-03-13' },
    { trade: '2026-03-11', before: '2026-03-13', after: '2026-03-16' },
    { trade: '2026-03-12', before: '2026-03-16', after: null },
  ])
  expect(settlementMoves(after, withoutClosure(after, '2026-03-12'), '2026-03-12')).toHaveLength(3)
  // Banks are open: only the trades of that day disappear.
  expect(settlementMoves(closures, withClosure(closures, '2026-03-12', true), '2026-03-12')).toEqual([
    { trade: '2026-03-12', before: '2026-03-16', after: null },
  ])
  expect(closesTooLong(after, '2026-03-12')).toBe(false)
  const month = Array.from({ length: 15 }, (_, day) => addDays('2026-03-02', day))
  expect(
    closesTooLong(
      month.reduce((so, day) => withClosure(so, day, false), closures),
      '2026-03-10',
    ),
  ).toBe(true)
})
