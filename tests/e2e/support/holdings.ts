// Changes one position of one member that would take days in the market, so that no other test is affected.

import { randomUUID } from 'node:crypto'
import { entry, lending, member, post } from '../../../packages/ledger/src/index.ts'
import { openDb, type Db } from '../../flows/support/open-db.ts'
import type { Member } from './member.ts'

async function inDatabase<Result>(run: (db: Db) => Promise<Result>): Promise<Result> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/** Moves this position to the next trading day. */
export const letSell = (positionId: string): Promise<void> =>
  inDatabase(async (db) => {
    await db.query('UPDATE app.positions SET sellable_on = opened_on WHERE id = $1', [positionId])
  })

/** Above every event of the exchange, so that no trade stores another price. */
const LATER = 1_000_000_000_000

/**
 * Gives the stock another last price in the books, which no trade changes until the returned function is called. Only for a stock that
 * no other test uses: every holding of it is valued so.
 */
export async function freezePrice(
  symbol: string,
  priceOf: (last: number) => number,
): Promise<() => Promise<void>> {
  const last = await inDatabase(async (db) => {
    const [row] = await db.query<{ last: number }>(
      'UPDATE settlement.prices SET event = event + $2 WHERE symbol = $1 RETURNING coalesce(last, reference) AS last',
      [symbol, LATER],
    )
    await db.query('UPDATE settlement.prices SET last = $2 WHERE symbol = $1', [symbol, priceOf(row!.last)])
    return row!.last
  })
  return () =>
    inDatabase(async (db) => {
      await db.query('UPDATE settlement.prices SET event = event - $2, last = $3 WHERE symbol = $1', [
        symbol,
        LATER,
        last,
      ])
    })
}

/** Makes the position's lock end in this many seconds. */
export const lockFor = (positionId: string, seconds: number): Promise<void> =>
  inDatabase(async (db) => {
    await db.query(
      "UPDATE app.positions SET unlocks_at = now() + $2 * interval '1 second', sellable_on = opened_on WHERE id = $1",
      [positionId, seconds],
    )
  })

/**
 * Lends the member more on a position until its ratio falls to this. The price would take days to do so. A balanced
 * entry changes the ratio the same way and keeps every invariant: the member gets the cash and owes it.
 */
export const borrowDownTo = ({ memberId }: Member, positionId: string, ratioBp: number): Promise<void> =>
  inDatabase((db) =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ loan: bigint; value: bigint }>(
        `SELECT p.loan, p.shares::bigint * coalesce(q.last, q.reference) AS value
         FROM app.positions p JOIN settlement.prices q USING (symbol) WHERE p.id = $1 FOR UPDATE OF p`,
        [positionId],
      )
      if (!row) throw new Error(`no position ${positionId}`)
      // Every loan is in whole thousands.
      const wanted = ((row.value * 10_000n) / BigInt(ratioBp) / 100_000n + 1n) * 100_000n
      const more = wanted - row.loan
      const owner = member(memberId)
      // Reconciliation knows every event by its accounts; this event exists only in this test.
      await tx.query(
        `INSERT INTO recon.events VALUES ('loan.more', false,
           '{lending/available,lending/lent,member/available,member/loan}') ON CONFLICT DO NOTHING`,
      )
      const posted = await post(
        tx,
        entry({ event: 'loan.more', reference: positionId, key: `e2e/${randomUUID()}`, postedAt: new Date() })
          .move(more, lending.available('TWD'), owner.available('TWD'))
          .move(more, owner.loan('TWD'), lending.lent('TWD'))
          .done(),
      )
      if (!posted.ok) throw new Error(`not lent: ${posted.reason}`)
      await tx.query('UPDATE app.positions SET loan = loan + $2 WHERE id = $1', [positionId, more])
    }),
  )

/** Moves the deadline of a margin call into the past. */
export const passDeadline = ({ memberId }: Member): Promise<void> =>
  inDatabase(async (db) => {
    await db.query(
      "UPDATE app.margin_calls SET deadline = now() - interval '1 second' WHERE member_id = $1 AND state = 'open'",
      [memberId],
    )
  })
