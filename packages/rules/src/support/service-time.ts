// Time within service hours: on bank days, between opening and closing. The promise and the published answer times are
// counted in it.

import { addDays, taipeiDate, taipeiTime } from '../calendar/taipei.ts'
import { type Closures, isSettlementDay } from '../calendar/trading-days.ts'

export interface ServiceHours {
  /** Minutes after midnight in Taipei. */
  readonly opens: number
  readonly closes: number
}

const minuteMs = 60_000
/** No holiday is longer; a search that long means that the closures are broken. */
const longestGapDays = 60

const windowOf = (closures: Closures, { opens, closes }: ServiceHours, date: string) =>
  isSettlementDay('twse', closures, date)
    ? { from: taipeiTime(date, opens), to: taipeiTime(date, closes) }
    : undefined

/** The moment at which `minutes` of service time after `from` have passed. */
export function addServiceMinutes(
  closures: Closures,
  hours: ServiceHours,
  from: Date,
  minutes: number,
): Date {
  let left = minutes * minuteMs
  let date = taipeiDate(from.getTime())
  for (let days = 0; days < longestGapDays; days += 1, date = addDays(date, 1)) {
    const window = windowOf(closures, hours, date)
    if (window === undefined) continue
    const start = Math.max(window.from, from.getTime())
    const open = window.to - start
    if (open <= 0) continue
    if (left <= open) return new Date(start + left)
    left -= open
  }
  throw new Error(`no service time within ${longestGapDays} days of ${from.toISOString()}`)
}

/** Minutes of service time between two moments, rounded up: an answer within a minute took one. */
export function serviceMinutesBetween(closures: Closures, hours: ServiceHours, from: Date, to: Date): number {
  let total = 0
  const last = taipeiDate(to.getTime())
  for (let date = taipeiDate(from.getTime()); date <= last; date = addDays(date, 1)) {
    const window = windowOf(closures, hours, date)
    if (window === undefined) continue
    total += Math.max(0, Math.min(window.to, to.getTime()) - Math.max(window.from, from.getTime()))
  }
  return Math.ceil(total / minuteMs)
}

/** The smallest value that at least `share` of all do not exceed; undefined without values. */
export function nearestRank(values: readonly number[], share: number): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}
