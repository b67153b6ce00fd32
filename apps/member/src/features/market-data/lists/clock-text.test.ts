import { describe, expect, test } from 'vitest'
import { ageText, leftText, minuteText, secondText, whenText } from './clock-text.ts'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

// 12:48:36 in Taipei on a Thursday.
const now = Date.parse('2026-11-12T04:48:36Z')

describe('times of the market', () => {
  test('are Taiwan time, wherever the phone is', () => {
    expect(secondText(now)).toBe('12:48:36')
    expect(minuteText(now)).toBe('12:48')
  })

  test('show the date only when more than a day away', () => {
    expect(whenText(Date.parse('2026-11-12T05:25:00Z'), now)).toBe('13:25')
    expect(whenText(Date.parse('2026-11-12T20:55:00Z'), now)).toBe('04:55')
    expect(whenText(Date.parse('2026-11-16T00:30:00Z'), now)).toBe('11/16 08:30')
  })

  test('count down in the two largest units', () => {
    expect(leftText(340_000, tw)).toBe('5 分 40 秒')
    expect(leftText(59_001, tw)).toBe('1 分 0 秒')
    expect(leftText(-5, tw)).toBe('0 秒')
    expect(leftText(3 * 3_600_000 + 12 * 60_000, en)).toBe('3 h 12 min')
  })

  test('give an age in its largest unit', () => {
    expect(ageText(21_999, tw.stale.pills)).toBe('21 秒前')
    expect(ageText(125_000, tw.stale.pills)).toBe('2 分前')
    expect(ageText(7_300_000, en.stale.ages)).toBe('2 h')
  })
})
