import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import {
  addServiceMinutes,
  nearestRank,
  serviceMinutesBetween,
  supportMacros,
  supportRules,
} from './index.ts'

const hours = { opens: 540, closes: 1_080 }
const none = closuresOf([])
const at = (text: string): Date => new Date(`${text}+08:00`)
const due = (from: string, minutes: number, closures = none): string =>
  addServiceMinutes(closures, hours, at(from), minutes).toISOString()
const utc = (text: string): string => at(text).toISOString()

describe('the promised time', () => {
  test('counts minutes within service hours', () => {
    expect(due('2026-03-12T10:00', 60)).toBe(utc('2026-03-12T11:00'))
  })

  test('starts at the opening for a message of the night', () => {
    expect(due('2026-03-12T03:00', 60)).toBe(utc('2026-03-12T10:00'))
  })

  test('continues on the next bank day', () => {
    expect(due('2026-03-13T17:40', 60)).toBe(utc('2026-03-16T09:40'))
    const closed = closuresOf([{ date: '2026-03-16', settlementOnly: false }])
    expect(due('2026-03-13T17:40', 60, closed)).toBe(utc('2026-03-17T09:40'))
  })

  test('service time between a message and its due time is the promise', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 365 * 1_440 }),
        fc.integer({ min: 1, max: 2_000 }),
        (minute, minutes) => {
          const from = new Date(at('2026-01-01T00:00').getTime() + minute * 60_000)
          const to = addServiceMinutes(none, hours, from, minutes)
          expect(serviceMinutesBetween(none, hours, from, to)).toBe(minutes)
        },
      ),
    )
  })
})

test('service minutes skip nights, weekends and closed days', () => {
  const minutes = (from: string, to: string): number => serviceMinutesBetween(none, hours, at(from), at(to))
  expect(minutes('2026-03-13T17:50', '2026-03-16T09:05')).toBe(15)
  expect(minutes('2026-03-14T10:00', '2026-03-15T18:00')).toBe(0)
  expect(minutes('2026-03-12T10:00', '2026-03-12T10:00:01')).toBe(1)
})

test('a percentile is a value that occurred', () => {
  expect(nearestRank([], 0.5)).toBeUndefined()
  expect(nearestRank([5], 0.9)).toBe(5)
  expect(nearestRank([9, 1, 5, 3], 0.5)).toBe(3)
  expect(nearestRank([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(9)
})

test('a macro has both languages and fits a message', () => {
  for (const { name, text } of supportMacros)
    for (const each of [name.tw, name.en, text.tw, text.en]) {
      expect(each.trim()).not.toBe('')
      expect(each.length).toBeLessThanOrEqual(supportRules.textMax.default)
    }
  expect(new Set(supportMacros.map(({ key }) => key)).size).toBe(supportMacros.length)
})
