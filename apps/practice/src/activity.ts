// The activity of the market at a moment, from 0 to 1. Trades, quotes and the fair values' variance all follow it, so
// prices move most in busy hours.

import type { CalendarName } from '@fairlot/rules/calendar'

const MINUTES = 1_440
const taipeiOffsetMinutes = 8 * 60

/** Minutes since midnight in Taipei, with their fraction. Taiwan has one time zone and no summer time. */
export const taipeiMinute = (atMs: number): number => (atMs / 60_000 + taipeiOffsetMinutes) % MINUTES

/** A bell curve around a minute of the day, across midnight too. */
function bell(minute: number, centre: number, width: number): number {
  const apart = Math.abs(minute - centre)
  return Math.exp(-((Math.min(apart, MINUTES - apart) / width) ** 2))
}
const edge = (minute: number, at: number, width: number): number => 1 / (1 + Math.exp((at - minute) / width))

/** Opening rush from 09:00, lull around noon, rise into 13:25. */
function session(minute: number): number {
  const rush = minute >= 540 ? 0.55 * Math.exp(-(minute - 540) / 18) : 0
  const rise = minute <= 805 ? 0.4 * Math.exp(-(805 - minute) / 25) : 0.4
  return Math.min(1, 0.48 + rush + rise - 0.2 * bell(minute, 720, 40))
}

function twse(minute: number): number {
  return minute >= 510 && minute < 815 ? session(minute) : 0
}

/** The activity at night: a visitor then still sees prices move. */
const quiet = 0.3

/** Always open: quiet nights, an evening peak of visitors, and the Taiwan session's shape from 09:00 to 13:30. */
function practice(minute: number): number {
  const day = edge(minute, 536, 4) * (1 - edge(minute, 814, 4)) * (session(minute) - quiet)
  const sinceOpen = (minute - 305 + MINUTES) % MINUTES
  const untilClose = (295 - minute + MINUTES) % MINUTES
  const ends = 0.25 * Math.exp(-sinceOpen / 15) + 0.2 * Math.exp(-untilClose / 15)
  return Math.min(1, quiet + day + 0.12 * bell(minute, 21.5 * 60, 100) + ends)
}

export const activityAt = (calendar: CalendarName, minute: number): number =>
  calendar === 'twse' ? twse(minute) : practice(minute)

/** The part of a twse day's variance that falls between the close and the next open. */
export const overnightShare = 0.2

const sums = new Map<CalendarName, number>()

/** The activity of a whole day, in minutes of full activity. */
export function dayActivity(calendar: CalendarName): number {
  let sum = sums.get(calendar)
  if (sum === undefined) {
    sum = 0
    for (let minute = 0; minute < MINUTES; minute += 1) sum += activityAt(calendar, minute + 0.5)
    sums.set(calendar, sum)
  }
  return sum
}

/** The part of a day's variance that falls into `forMs` at this moment. */
export function varianceShare(calendar: CalendarName, atMs: number, forMs: number): number {
  const part = (activityAt(calendar, taipeiMinute(atMs)) * forMs) / 60_000 / dayActivity(calendar)
  return calendar === 'twse' ? part * (1 - overnightShare) : part
}

/** Trades a second in the whole market at full activity and intensity 1. */
export const fullTradeRate = 7
export const tradesPerDay = (calendar: CalendarName): number => fullTradeRate * 60 * dayActivity(calendar)
