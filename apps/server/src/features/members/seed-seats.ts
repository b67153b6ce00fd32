import {
  type AccountCode,
  balancesOfOwner,
  type Entry,
  postMany,
  type PostOutcome,
  seat,
  stock,
} from '@fairlot/ledger'
import { practiceSeats } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { seatCashEntry, seatInventoryEntry } from './postings.ts'
import { insertSeats, readInventoryFacts } from './store.ts'

export interface SeededSeats {
  readonly seats: number
  /** Instruments whose inventory was posted now; those of an earlier seed stay unchanged. */
  readonly instruments: number
}

// Ten lines each: a batch of 100 takes a few hundred milliseconds and stays far below the statement limit.
const batchSize = 100

/**
 * The practice market's seats with their shares and paper money. Every part has its own key, so two concurrent seeds
 * post it once. The ledger forgets keys after some weeks, so a part whose account exists is skipped too. An interrupted
 * seed can thus be continued, and a security listed later gets its inventory from the next one.
 */
export async function seedSeats(db: Db, now: Date): Promise<SeededSeats> {
  const first = practiceSeats[0]!.ledgerId
  const given = new Set<AccountCode>((await balancesOfOwner(db, 'seat', first)).map(({ account }) => account))
  await db.transaction(async (tx) => {
    await insertSeats(tx, practiceSeats)
    if (given.has(seat(first).available('TWD'))) return
    mustStand(await postMany(tx, [seatCashEntry(practiceSeats, now)]))
  })
  const instruments = (await readInventoryFacts(db)).filter(
    ({ symbol }) => !given.has(seat(first).available(stock(symbol))),
  )
  let posted = 0
  for (let from = 0; from < instruments.length; from += batchSize) {
    const entries: Entry[] = instruments
      .slice(from, from + batchSize)
      .map(({ symbol, reference }) => seatInventoryEntry(symbol, reference, practiceSeats, now))
    posted += await db.transaction(async (tx) => mustStand(await postMany(tx, entries)))
  }
  return { seats: practiceSeats.length, instruments: posted }
}

/**
 * How many entries had an effect now. A used key is fine: the shares were created then, at the reference of that time.
 */
function mustStand(outcomes: readonly PostOutcome[]): number {
  let effects = 0
  for (const outcome of outcomes) {
    if (outcome.ok) effects += outcome.replayed ? 0 : 1
    else if (outcome.reason !== 'key-reused') throw new Error(`the seats were refused: ${outcome.reason}`)
  }
  return effects
}
