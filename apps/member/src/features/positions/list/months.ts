// Months and days of a record, in Taiwan time.

import { type CalendarName, dateBegun, dayMs, taipeiDate } from '@fairlot/rules/calendar'

/** `2026-11` and the eleven before it, newest first. */
export function lastMonths(now: number, count = 12): readonly string[] {
  const [year = 0, month = 1] = taipeiDate(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const index = year * 12 + (month - 1) - back
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}

export const monthOf = (instant: string): string => taipeiDate(Date.parse(instant)).slice(0, 7)

/** 03/11 */
export const monthDay = (instant: string): string =>
  taipeiDate(Date.parse(instant)).slice(5).replace('-', '/')

/** The trading day of an instant: on the practice market it lasts until 05:00 of the next calendar day. */
export const tradingDayOf = (calendar: CalendarName, instant: string): string => {
  const at = Date.parse(instant)
  return dateBegun(calendar, at, taipeiDate(at))
}

/** 03/11 */
export const dayText = (day: string): string => day.slice(5).replace('-', '/')

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00Z`) - Date.parse(`${from}T00:00Z`)) / dayMs)
