// What every test venue begins with, written once per run into a database that the venues are cloned from.

import { createHash } from 'node:crypto'
import type { TestDatabase } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { loadSecurities } from '../../../apps/server/src/features/instruments/index.ts'
import { seedSeats } from '../../../apps/server/src/features/members/index.ts'
import { seedLendingPool } from '../../../apps/server/src/features/settlement/index.ts'
import { termsOf, type TradingTerms } from '../../../packages/rules/src/orders/index.ts'
import { openDb } from './open-db.ts'

export const reference = 10_000

export function venueTerms(): { readonly terms: TradingTerms; readonly hash: Buffer } {
  const terms = termsOf('practice')
  return { terms, hash: createHash('sha256').update(JSON.stringify(terms)).digest() }
}

/** Securities, seats and the lending pool: the same for every venue with these instruments and this start. */
export async function prepareVenue(
  database: TestDatabase,
  listed: readonly string[],
  now: Date,
): Promise<void> {
  const sql = openSql(database.ownerUrl, { connections: 1 })
  const seeder = openDb({ url: database.seedUrl, poolSize: 2, applicationName: 'venue-seed' })
  try {
    const { terms, hash } = venueTerms()
    await sql.query('INSERT INTO app.terms (hash, profile, body) VALUES ($1, $2, $3)', [
      hash,
      'practice',
      JSON.stringify(terms),
    ])
    await seeder.transaction((tx) => loadSecurities(tx))
    for (const months of [
      'ledger.ensure_partitions',
      'exchange.ensure_partitions',
      'app.ensure_order_months',
    ])
      await sql.query(`SELECT ${months}('2026-10-01', 6)`)
    // Only the instruments the test trades: two hundred books would make every phase slow.
    await sql.query('UPDATE app.instruments SET reference = $2 WHERE symbol = ANY ($1)', [listed, reference])
    await sql.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1)', [listed]).catch(() => undefined)
    await seedSeats(seeder, now)
    await seedLendingPool(seeder, now)
  } finally {
    await Promise.all([sql.close(), seeder.close()])
  }
}
