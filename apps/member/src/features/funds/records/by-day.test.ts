import { expect, test } from 'vitest'
import { byDay, type FundRecord } from './by-day.ts'

const at = (instant: string): FundRecord => ({
  entryId: instant,
  event: 'practice-grant',
  reference: '',
  symbol: null,
  amount: '1',
  balanceAfter: '1',
  at: instant,
  why: null,
})

test('records are grouped by Taiwan day, newest first', () => {
  const days = byDay([
    at('2026-11-15T16:30:00.000Z'),
    at('2026-11-15T15:59:59.000Z'),
    at('2026-11-14T16:00:00.000Z'),
  ])
  expect(days.map(({ date, rows }) => [date, rows.length])).toEqual([
    ['2026-11-16', 1],
    ['2026-11-15', 2],
  ])
})
