// The dates of a plan: days of the month, each moved to the next trading day when the market is closed.

import {
  addDays,
  type CalendarName,
  type Closures,
  isTradingDay,
  nextTradingDay,
  sessionHours,
  taipeiDate,
} from '../calendar/index.ts'

/** Every month has them. */
export const lastPlanDay = 28

/** Ascending, each once; undefined when one is no day of every month or none is chosen. */
export function planDaysOf(days: readonly number[]): readonly number[] | undefined {
  const chosen = [...new Set(days)].toSorted((a, b) => a - b)
  const isDay = (day: number): boolean => Number.isSafeInteger(day) && day >= 1 && day <= lastPlanDay
  return chosen.length > 0 && chosen.every(isDay) ? chosen : undefined
}

/** The first date of the plan on or after this one. */
export function dueFrom(days: readonly number[], from: string): string {
  let date = from
  // A month is at most 31 days long, so one of the next 31 is a day of the plan.
  for (let tried = 0; tried < 31; tried += 1) {
    if (days.includes(Number(date.slice(8)))) return date
    date = addDays(date, 1)
  }
  throw new Error(`days ${days.join(', ')} are in no month after ${from}`)
}

/** The trading day on which the plan buys for this date. */
export const movedOn = (calendar: CalendarName, closures: Closures, dueOn: string): string =>
  isTradingDay(calendar, closures, dueOn) ? dueOn : nextTradingDay(calendar, closures, dueOn)

/** When plans buy on this trading day, in milliseconds since 1970. */
export const buysAt = (calendar: CalendarName, date: string, afterOpenMinutes: number): number =>
  sessionHours(calendar, date).continuousAt + afterOpenMinutes * 60_000

interface PlanDate {
  /** By the plan. */
  readonly dueOn: string
  /** The trading day. */
  readonly on: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface PlanCalendar {
  readonly calendar: CalendarName
  readonly closures: Closures
  readonly afterOpenMinutes: number
}

export function planDate({ calendar, closures, afterOpenMinutes }: PlanCalendar, dueOn: string): PlanDate {
  const on = movedOn(calendar, closures, dueOn)
  return { dueOn, on, at: buysAt(calendar, on, afterOpenMinutes) }
}

/** The first date from today on at which the plan can still buy. */
export function nextPlanDate(market: PlanCalendar, days: readonly number[], nowMs: number): PlanDate {
  let from = taipeiDate(nowMs)
  for (;;) {
    const date = planDate(market, dueFrom(days, from))
    if (date.at > nowMs) return date
    from = addDays(date.dueOn, 1)
  }
}
