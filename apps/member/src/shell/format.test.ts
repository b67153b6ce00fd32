import { describe, expect, test } from 'vitest'
import { formatDate, formatDay, formatMoment } from './format.ts'

const now = new Date('2026-03-12T05:00:00Z') // 13:00 in Taipei

describe('moments are shown in 24-hour Taiwan time', () => {
  test.each([
    ['2026-03-12T04:40:00Z', '今天 12:40', 'today 12:40'],
    // 23:14 UTC on the 11th is the morning of the 12th in Taipei.
    ['2026-03-11T23:14:00Z', '今天 07:14', 'today 07:14'],
    ['2026-03-11T13:14:00Z', '昨天 21:14', 'yesterday 21:14'],
    ['2026-03-08T02:31:00Z', '03/08 10:31', '03/08 10:31'],
    ['2025-12-31T16:00:00Z', '01/01 00:00', '01/01 00:00'],
    ['2025-12-31T15:59:00Z', '2025/12/31 23:59', '2025/12/31 23:59'],
  ])('%s', (instant, tw, en) => {
    expect(formatMoment(instant, 'tw', now)).toBe(tw)
    expect(formatMoment(instant, 'en', now)).toBe(en)
  })
})

test('a date is the Taiwan day', () => {
  expect(formatDate('2026-01-19T17:00:00Z')).toBe('2026/01/20')
})

test('a deadline shows its weekday', () => {
  expect(formatDay('2026-03-16', 'tw')).toBe('03/16（一）')
  expect(formatDay('2026-03-16', 'en')).toBe('03/16 Mon')
})
