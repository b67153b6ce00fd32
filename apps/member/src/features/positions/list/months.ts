// Months and days of a record, in Taiwan time.

import { dayMs, taipeiDate } from '@fairlot/rules/calendar'

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

/** Calendar days from a day to an instant. */
export const daysBetween = (day: string, instant: string): number =>
  Math.round((Date.parse(`${taipeiDate(Date.parse(instant))}T00:00Z`) - Date.parse(`${day}T00:00Z`)) / dayMs)
