import type { OddAuctionHours, Phase } from '@fairlot/contract/venue'
import { type CalendarName, dateBegun, sessionHours } from './sessions.ts'
import { taipeiDate } from './taipei.ts'
import { type Closures, isTradingDay, nextTradingDay, previousTradingDay } from './trading-days.ts'

/** One phase change of the whole market. */
export interface PhaseChange {
  readonly date: string
  readonly phase: Phase
  /** Milliseconds since 1970. */
  readonly at: number
  /** When the day's next phase is due; absent with `closed`, the last phase. */
  readonly until?: number
  /** With `closed`: the odd-lot auction that follows. */
  readonly oddAuction?: OddAuctionHours
}

export interface PhaseNow {
  /** The current trading day, or the last one while the market is closed. */
  readonly date: string
  readonly phase: Phase
  readonly since: number
  readonly next: PhaseChange
}

/** The trading day at this moment, or the last one before it. */
export function tradingDateAt(calendar: CalendarName, closures: Closures, atMs: number): string {
  const date = dateBegun(calendar, atMs, taipeiDate(atMs))
  return isTradingDay(calendar, closures, date) ? date : previousTradingDay(calendar, closures, date)
}

/** The phases of one trading day, in order. */
export function phasesOf(calendar: CalendarName, date: string): readonly PhaseChange[] {
  const hours = sessionHours(calendar, date)
  return [
    { date, phase: 'opening-call', at: hours.openingCallAt, until: hours.continuousAt },
    { date, phase: 'continuous', at: hours.continuousAt, until: hours.closingCallAt },
    { date, phase: 'closing-call', at: hours.closingCallAt, until: hours.closedAt },
    { date, phase: 'closed', at: hours.closedAt, ...(hours.oddAuction && { oddAuction: hours.oddAuction }) },
  ]
}

/** The market's phase by its calendar, and the next change. */
export function phaseAt(calendar: CalendarName, closures: Closures, atMs: number): PhaseNow {
  const date = tradingDateAt(calendar, closures, atMs)
  const today = phasesOf(calendar, date)
  // The opening call of `date` is at or before this moment, so one is always found.
  const index = today.findLastIndex((change) => change.at <= atMs)
  const now = today[index]!
  const next = today[index + 1] ?? phasesOf(calendar, nextTradingDay(calendar, closures, date))[0]!
  return { date, phase: now.phase, since: now.at, next }
}

/**
 * The changes a shard still needs to catch up with the calendar, in order. `last` is the newest change it has received.
 * A day it had begun is finished first. Days it missed completely are skipped, because nothing could trade in them. For
 * the current day everything up to now follows.
 */
export function phasesDue(
  calendar: CalendarName,
  closures: Closures,
  last: { readonly date: string; readonly phase: Phase } | undefined,
  atMs: number,
): readonly PhaseChange[] {
  const date = tradingDateAt(calendar, closures, atMs)
  const reached = phasesOf(calendar, date).filter((change) => change.at <= atMs)
  if (last === undefined) return reached
  const begun = phasesOf(calendar, last.date)
  const following = begun.slice(begun.findIndex(({ phase }) => phase === last.phase) + 1)
  if (last.date === date) return following.filter((change) => change.at <= atMs)
  if (last.date < date) return [...following, ...reached]
  // The begun day is no longer a trading day: a closure was added, or the installation changed its calendar. It ends
  // now. A day ahead of the clock is left to wait.
  return begun[0]!.at <= atMs ? following : []
}
