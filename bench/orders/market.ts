// The market of the bench: its symbols, their day, and sellers in the books.

import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import { readSecurities } from '@fairlot/database/seeds'
import { practiceSeats } from '@fairlot/rules/members'
import { setSecurityDay } from '@fairlot/testkit/log-prices'
import type { Sql } from '@fairlot/testkit/sql'
import { loadSecurities } from '../../apps/server/src/features/instruments/index.ts'
import { seedSeats } from '../../apps/server/src/features/members/index.ts'
import { currentTerms } from '../../apps/server/src/features/orders/index.ts'
import { seedLendingPool } from '../../apps/server/src/features/settlement/index.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'

/** Many: with a thousand members there are enough pairs of member and symbol for every order of a run. */
export const symbols: readonly string[] = readSecurities()
  .filter(({ kind }) => kind === 'stock')
  .slice(0, 128)
  .map(({ symbol }) => symbol)
/** NT$10: a member's practice money lasts for many orders. */
export const price = 1_000
const makers = practiceSeats.filter(({ kind }) => kind === 'maker').map(({ code }) => code)

/** Writes the symbols and their day; returns the hash of the terms in force. */
export async function seedMarket(sql: Sql, seedUrl: string, date: string): Promise<string> {
  const db = openDb({ url: seedUrl, poolSize: 2, applicationName: 'bench' })
  await db.transaction((tx) => loadSecurities(tx))
  await sql.query('UPDATE app.instruments SET reference = $2 WHERE symbol = ANY ($1)', [symbols, price])
  await sql.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1)', [symbols])
  await seedSeats(db, new Date())
  await seedLendingPool(db, new Date())
  const day = { date, state: 'continuous', reference: price, last: price }
  for (const symbol of symbols)
    await setSecurityDay(sql, symbol, { ...day, upper: (price * 11) / 10, lower: (price * 9) / 10 })
  const { hash } = await currentTerms(db, 'practice', new Date())
  await db.close()
  return hash
}

/** Lists the symbols, opens the day and puts `lots` for sale into each book. */
export async function submitMarket(sql: Sql, date: string, lots: number): Promise<void> {
  const submit = (shard: number, command: object): Promise<unknown> =>
    sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
  for (const shard of shards) {
    const instruments = symbols
      .filter((symbol) => shardOf(symbol) === shard)
      .map((symbol) => ({ symbol, instrument: 'stock', reference: price, limited: true }))
    await submit(shard, { kind: 'list', instruments })
    await submit(shard, { kind: 'phase', date, phase: 'opening-call', seed: 'bench' })
    await submit(shard, { kind: 'phase', date, phase: 'continuous' })
  }
  // The worker's scheduler then has nothing to do.
  await sql.query(`UPDATE app.instruments SET venue_sent_at = now()`)
  await sql.query(
    `INSERT INTO exchange.phase_changes SELECT s, $1, p FROM unnest($2::int[]) AS s,
       unnest(ARRAY['opening-call', 'continuous']) AS p`,
    [date, shards],
  )
  const max = 499
  // Every maker sells every symbol, as in the practice market.
  let turn = 0
  for (const symbol of symbols) {
    for (let left = lots; left > 0; left -= max, turn += 1) {
      await submit(shardOf(symbol), {
        kind: 'place',
        order: `seller-${symbol}-${left}`,
        account: seatAccount(makers[turn % makers.length]!),
        symbol,
        side: 'sell',
        price,
        quantity: Math.min(left, max) * 1_000,
        validity: 'ROD',
      })
    }
  }
}
