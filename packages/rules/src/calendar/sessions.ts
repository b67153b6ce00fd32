// The hours of a trading day, as data. A change of hours is a new row with its first day; the old row stays, because
// charts show history in the hours it was traded in.

import type { OddAuctionHours } from '@fairlot/contract/venue'
import { addDays, taipeiTime } from './taipei.ts'

/** The calendar of days and hours; chosen per installation. */
export type CalendarName = 'twse' | 'practice'

interface SessionRow {
  readonly calendar: CalendarName
  /** The first trading day with these hours. */
  readonly from: string
  // Minutes after midnight in Taipei of the trading day; above 1,440 is early morning of the next day.
  readonly openingCall: number
  readonly continuous: number
  readonly autoCover: number
  readonly closingCall: number
  readonly closed: number
  /** The odd-lot auction after the close. Absent: its hours are over before it could begin. */
  readonly oddAuction?: { readonly from: number; readonly shown: number; readonly until: number }
}

const clock = (hours: number, minutes: number): number => hours * 60 + minutes
const nextMorning = (hours: number, minutes: number): number => clock(24 + hours, minutes)

// twse: the Taiwan exchanges since continuous matching began. practice: always open; the day that begins at 05:00 has
// that morning's date and ends at 05:00 of the next, at which moment the next opening call begins. Before the odd-lot
// auction it closed at that moment too.
const table: readonly SessionRow[] = [
  {
    calendar: 'twse',
    from: '2020-03-23',
    openingCall: clock(8, 30),
    continuous: clock(9, 0),
    autoCover: clock(13, 20),
    closingCall: clock(13, 25),
    closed: clock(13, 30),
    oddAuction: { from: clock(13, 40), shown: clock(14, 25), until: clock(14, 30) },
  },
  {
    calendar: 'practice',
    from: '2020-03-23',
    openingCall: clock(5, 0),
    continuous: clock(5, 5),
    autoCover: nextMorning(4, 45),
    closingCall: nextMorning(4, 55),
    closed: nextMorning(5, 0),
  },
  {
    calendar: 'practice',
    from: '2026-11-20',
    openingCall: clock(5, 0),
    continuous: clock(5, 5),
    autoCover: nextMorning(4, 45),
    closingCall: nextMorning(4, 50),
    closed: nextMorning(4, 55),
    oddAuction: { from: nextMorning(4, 56), shown: nextMorning(4, 59), until: nextMorning(5, 0) },
  },
]

/** Times of a trading day, milliseconds since 1970. */
export interface SessionHours {
  readonly date: string
  readonly openingCallAt: number
  readonly continuousAt: number
  /** From this time on the house covers open day trades. */
  readonly autoCoverAt: number
  readonly closingCallAt: number
  readonly closedAt: number
  readonly oddAuction: OddAuctionHours | undefined
  /** When nothing of the day trades any more. */
  readonly overAt: number
}

/** The hours of this date, whether the market trades on it or not. */
export function sessionHours(calendar: CalendarName, date: string): SessionHours {
  const row = rowFor(calendar, date)
  const { oddAuction } = row
  const at = (minute: number): number => taipeiTime(date, minute)
  return {
    date,
    openingCallAt: at(row.openingCall),
    continuousAt: at(row.continuous),
    autoCoverAt: at(row.autoCover),
    closingCallAt: at(row.closingCall),
    closedAt: at(row.closed),
    oddAuction: oddAuction && {
      from: at(oddAuction.from),
      shown: at(oddAuction.shown),
      until: at(oddAuction.until),
    },
    overAt: at(oddAuction?.until ?? row.closed),
  }
}

// Dates before the first row use it too: generated history must not depend on where the table begins.
function rowFor(calendar: CalendarName, date: string): SessionRow {
  const rows = table.filter((row) => row.calendar === calendar)
  return rows.findLast((row) => row.from <= date) ?? rows[0]!
}

/** The date whose opening call is the last one at or before this moment, counting every day as a trading day. */
export function dateBegun(calendar: CalendarName, atMs: number, date: string): string {
  return atMs >= sessionHours(calendar, date).openingCallAt ? date : addDays(date, -1)
}
