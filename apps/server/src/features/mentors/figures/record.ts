// What the figures of a mentor are computed from: the day ends of the account, its fills by day, its closed trades.

import { type ClosedTrade, type MentorDay, tradeKindOf } from '@fairlot/rules/mentors'
import type { Tx } from '#platform/db'
import { readClosed, readDayEnds, readFillDays } from './store.ts'

/** A closed trade with the trading day of its last fill. */
export interface DatedTrade extends ClosedTrade {
  readonly date: string
}

export interface MentorRecord {
  readonly days: readonly MentorDay[]
  readonly closed: readonly DatedTrade[]
}

/** The whole account from its first day: a mentor chooses no beginning. */
export async function readRecord(tx: Tx, memberId: string): Promise<MentorRecord> {
  const closed = await readClosed(tx, memberId)
  return {
    days: await readDays(tx, memberId),
    closed: closed.map((row) => ({
      date: row.date,
      kind: tradeKindOf(row),
      openedValue: row.openedValue,
      realised: row.realised,
    })),
  }
}

/** Fills of a day that was not stored count on the next stored one, which has their result too. */
export async function readDays(tx: Tx, memberId: string): Promise<readonly MentorDay[]> {
  const ends = await readDayEnds(tx, memberId)
  const fills = await readFillDays(tx, memberId)
  let next = 0
  return ends.map((end) => {
    let count = 0
    while (next < fills.length && fills[next]!.date <= end.date) count += fills[next++]!.fills
    return { ...end, fills: count }
  })
}

/** The record as it was when a day ended. */
export const recordUntil = ({ days, closed }: MentorRecord, date: string): MentorRecord => ({
  days: days.filter((day) => day.date <= date),
  closed: closed.filter((trade) => trade.date <= date),
})
