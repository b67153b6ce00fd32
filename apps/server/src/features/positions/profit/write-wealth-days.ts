import { phaseAt, previousTradingDay, sessionHours } from '@fairlot/rules/calendar'
import { beginOf, standingOf } from '@fairlot/rules/figures'
import { readClosures } from '#features/calendar'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { readDay } from '../read-day.ts'
import {
  prepareWealthMonth,
  readForeignHolders,
  readHolders,
  readPayers,
  readTraders,
  sumResults,
  upsertWealthDay,
  type WealthDay,
} from './store.ts'

const pageSize = 500
const beforeFirst = '00000000-0000-0000-0000-000000000000'
// By then settlement and quotes have processed the last day's trades.
const afterBeginMs = 30_000

export interface WealthWriter {
  /** Returns how many days it wrote. */
  run(now: Date): Promise<number>
}

/**
 * Each member's state at the end of a trading day, which is the beginning of the next one: written during the opening
 * call, before the first trade, and computed for the moment the call began. A member whose day is already written is
 * skipped, so an interrupted round can be continued. A day that was missed stays missing.
 */
export function openWealthWriter(db: Db, facts: MarketFacts): WealthWriter {
  let finished = ''
  return {
    async run(now) {
      const ended = await endedDay(db, facts, now)
      if (ended === undefined || ended.date === finished) return 0
      const { date, began } = ended
      await prepareWealthMonth(db, date)
      let written = 0
      for (const read of [readHolders, readTraders, readPayers, readForeignHolders]) {
        let after = beforeFirst
        for (;;) {
          const page = await read(db, date, after, pageSize, began)
          for (const { memberId } of page.filter(({ isWritten }) => !isWritten)) {
            await upsertWealthDay(db, memberId, await readEnd(db, facts, memberId, date, now))
            written += 1
          }
          if (page.length < pageSize) break
          after = page.at(-1)!.memberId
        }
      }
      finished = date
      return written
    },
  }
}

/** The last trading day, and when it began, while the next one has begun and not traded yet. */
async function endedDay(
  db: Db,
  { calendar }: MarketFacts,
  now: Date,
): Promise<{ readonly date: string; readonly began: Date } | undefined> {
  const closures = await readClosures(db)
  const { date: next, phase, since } = phaseAt(calendar, closures, now.getTime())
  if (phase !== 'opening-call' || now.getTime() < since + afterBeginMs) return undefined
  const date = previousTradingDay(calendar, closures, next)
  return { date, began: new Date(sessionHours(calendar, date).openingCallAt) }
}

const readEnd = (db: Db, facts: MarketFacts, memberId: string, date: string, now: Date): Promise<WealthDay> =>
  inSnapshot(db, async (tx: Tx) => {
    const account = await readAccount(tx, facts, memberId, now)
    const { figures } = account
    const results = await sumResults(tx, memberId)
    const day = await readDay(tx, facts, memberId, account)
    return {
      date,
      ...beginOf(standingOf(figures, results), day),
      foreignCash: day.openingForeign,
      holdings: figures.terms.marketValue + figures.parts.borrowedShares,
      unrealised: figures.unrealised,
      costs: results.costs,
    }
  })
