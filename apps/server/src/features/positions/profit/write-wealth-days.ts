import { phaseAt, previousTradingDay } from '@fairlot/rules/calendar'
import { readClosures } from '#features/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { prepareWealthMonth, readHolders, readTraders, sumResults, upsertWealthDay } from './store.ts'

const pageSize = 500
const beforeFirst = '00000000-0000-0000-0000-000000000000'
// By then settlement and quotes have processed the day's last trades.
const afterCloseMs = 30_000

export interface WealthWriter {
  /** Returns how many days it wrote. */
  run(now: Date): Promise<number>
}

/**
 * Each member's state at the close, written before the next day's first trade, while neither prices nor positions
 * change. A member whose day is already written is skipped, so an interrupted round can be continued. A day that was
 * missed stays missing: its positions can no longer be known.
 */
export function openWealthWriter(db: Db, facts: MarketFacts): WealthWriter {
  let finished = ''
  return {
    async run(now) {
      const date = await closedDate(db, facts, now)
      if (date === undefined || date === finished) return 0
      await prepareWealthMonth(db, date)
      let written = 0
      for (const read of [readHolders, readTraders]) {
        let after = beforeFirst
        for (;;) {
          const page = await read(db, date, after, pageSize)
          for (const { memberId } of page.filter(({ isWritten }) => !isWritten)) {
            await writeDay(db, facts, memberId, date, now)
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

/** The trading day that is over while the next has not traded yet. */
async function closedDate(db: Db, { calendar }: MarketFacts, now: Date): Promise<string | undefined> {
  const closures = await readClosures(db)
  const { date, phase, since } = phaseAt(calendar, closures, now.getTime())
  if (phase === 'closed') return now.getTime() >= since + afterCloseMs ? date : undefined
  // The practice market's next day begins when the last one ends; its first trade comes with the open.
  if (phase !== 'opening-call') return undefined
  return now.getTime() >= since + afterCloseMs ? previousTradingDay(calendar, closures, date) : undefined
}

async function writeDay(
  db: Db,
  facts: MarketFacts,
  memberId: string,
  date: string,
  now: Date,
): Promise<void> {
  const day = await inSnapshot(db, async (tx) => {
    const { figures } = await readAccount(tx, facts, memberId, now, date)
    const { realised, costs } = await sumResults(tx, memberId)
    const holdings = figures.terms.marketValue + figures.parts.borrowedShares
    return {
      date,
      cash: figures.total - holdings,
      holdings,
      realised,
      unrealised: figures.unrealised,
      costs,
    }
  })
  await upsertWealthDay(db, memberId, day)
}
