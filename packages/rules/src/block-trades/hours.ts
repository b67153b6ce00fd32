import {
  addSettlementDays,
  type CalendarName,
  type Closures,
  isTradingDay,
  nextTradingDay,
  sessionHours,
  taipeiMidnight,
  tradingDateAt,
} from '../calendar/index.ts'
import { positionsRules } from '../positions/limits.ts'
import type { BlockTerms } from './terms.ts'

export interface BlockDay {
  /** The trading day. */
  readonly date: string
  /** Milliseconds since 1970. */
  readonly opensAt: number
  readonly closesAt: number
  readonly isOpen: boolean
  /** T+2 of the trading day. */
  readonly settlesOn: string
  /** The first trading day on or after the settlement date. */
  readonly sellableOn: string
}

const minuteMs = 60_000

/** The block-trade hours of the current trading day. The practice market trades round the clock, and so do its blocks. */
export function blockDayAt(
  calendar: CalendarName,
  closures: Closures,
  terms: Pick<BlockTerms, 'opens' | 'closes'>,
  atMs: number,
): BlockDay {
  const date = tradingDateAt(calendar, closures, atMs)
  const [opensAt, closesAt] = hoursOf(calendar, terms, date)
  const settlesOn = addSettlementDays(calendar, closures, date, positionsRules.settlementDays.default)
  const sellableOn = isTradingDay(calendar, closures, settlesOn)
    ? settlesOn
    : nextTradingDay(calendar, closures, settlesOn)
  return { date, opensAt, closesAt, isOpen: atMs >= opensAt && atMs < closesAt, settlesOn, sellableOn }
}

function hoursOf(
  calendar: CalendarName,
  terms: Pick<BlockTerms, 'opens' | 'closes'>,
  date: string,
): readonly [opensAt: number, closesAt: number] {
  if (calendar === 'practice') {
    const { continuousAt, closingCallAt } = sessionHours(calendar, date)
    return [continuousAt, closingCallAt]
  }
  const midnight = taipeiMidnight(date)
  return [midnight + terms.opens * minuteMs, midnight + terms.closes * minuteMs]
}
