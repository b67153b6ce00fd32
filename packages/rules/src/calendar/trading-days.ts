import type { CalendarName } from './sessions.ts'
import { addDays, isWeekend } from './taipei.ts'

/** A weekday without trading. Banks can still settle on it, as on the two business days before the Lunar New Year. */
export interface Closure {
  readonly date: string
  readonly settlementOnly: boolean
}

/** Closed weekdays by date. Callers pass them in; they are rows of app.closures. */
export type Closures = ReadonlyMap<string, Closure>

export const closuresOf = (rows: Iterable<Closure>): Closures =>
  new Map([...rows].map((row) => [row.date, row]))

/** The practice market trades every day of the year. */
export const isTradingDay = (calendar: CalendarName, closures: Closures, date: string): boolean =>
  calendar === 'practice' || (!isWeekend(date) && !closures.has(date))

export function isSettlementDay(calendar: CalendarName, closures: Closures, date: string): boolean {
  if (calendar === 'practice') return true
  return !isWeekend(date) && closures.get(date)?.settlementOnly !== false
}

/** The first trading day after this date. */
export const nextTradingDay = (calendar: CalendarName, closures: Closures, date: string): string =>
  step(date, 1, (day) => isTradingDay(calendar, closures, day))

/** The last trading day before this date. */
export const previousTradingDay = (calendar: CalendarName, closures: Closures, date: string): string =>
  step(date, -1, (day) => isTradingDay(calendar, closures, day))

/** T+N: the Nth settlement day after the trade. */
export function addSettlementDays(
  calendar: CalendarName,
  closures: Closures,
  date: string,
  days: number,
): string {
  if (!Number.isSafeInteger(days) || days < 0) throw new RangeError(`T+${days} is no settlement day`)
  let day = date
  for (let left = days; left > 0; left -= 1) {
    day = step(day, 1, (candidate) => isSettlementDay(calendar, closures, candidate))
  }
  return day
}

// No market has closed for two months; a search that long means that the closures are broken.
const longestGapDays = 60

function step(from: string, by: 1 | -1, accept: (date: string) => boolean): string {
  let date = from
  for (let tried = 0; tried < longestGapDays; tried += 1) {
    date = addDays(date, by)
    if (accept(date)) return date
  }
  throw new Error(`no open day within ${longestGapDays} days of ${from}: the closures are broken`)
}
