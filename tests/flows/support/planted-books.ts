// Differences planted with the owner's rights, each inside a transaction that is rolled back: what a taken role, a
// fault or a manual change in the database could leave behind. Entries are written past the ledger's functions, as no
// code of the product could.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'

export interface Planted {
  /** Describes the change. */
  readonly kind: string
  /** At least one of these checks must find it. */
  readonly checks: readonly string[]
  plant(owner: pg.Client): Promise<unknown>
}

/**
 * Plants the difference and runs the checks in one transaction, then rolls back. Returns the checks that found
 * something.
 */
export async function foundBy(
  owner: pg.Client,
  planted: Planted,
  scope: 'minute' | 'night',
): Promise<string[]> {
  await owner.query('BEGIN')
  try {
    await planted.plant(owner)
    const { rows } = await owner.query(
      `SELECT code FROM app.${scope === 'minute' ? 'reconcile' : 'reconcile_days'}() WHERE difference <> 0`,
    )
    return rows.map(({ code }) => String(code))
  } finally {
    await owner.query('ROLLBACK')
  }
}

export type PlantedLine = readonly [account: string, amount: bigint]

/** An entry with its lines and balance rows, as if the ledger had posted it. */
export async function plantEntry(
  owner: pg.Client,
  event: string,
  reference: string,
  lines: readonly PlantedLine[],
  key: string = randomUUID(),
): Promise<string> {
  const codes = lines.map(([account]) => account)
  await owner.query('SELECT ledger.open_accounts($1)', [codes])
  const { rows } = await owner.query(
    `WITH made AS (
       SELECT ledger.entry_id((floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint << 12)) AS id
     ) INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, tx)
     SELECT id, ledger.time_of(id), $1, $2, $3, $4, pg_current_xact_id()::text::bigint FROM made RETURNING id`,
    [lines.length, event, reference, key],
  )
  const id = rows[0].id as string
  // One statement: the trigger reads all lines of a statement together.
  await owner.query(
    `WITH given AS (
       SELECT ledger.account_id(u.code) AS account_id, u.amount::bigint AS amount, u.n::smallint AS n
       FROM unnest($2::text[], $3::bigint[]) WITH ORDINALITY AS u (code, amount, n)
     ), moved AS (
       UPDATE ledger.balances b SET balance = b.balance + g.amount, lines = b.lines + 1,
         stamp = greatest(b.stamp, floor(extract(epoch FROM ledger.time_of($1)) * 1000)::bigint << 12)
       FROM given g WHERE b.account_id = g.account_id RETURNING b.account_id, b.balance, b.lines
     )
     INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset)
     SELECT $1, g.account_id, ledger.time_of($1), g.amount, pg_current_xact_id()::text::bigint, m.lines, m.balance, g.n, a.asset
     FROM given g JOIN ledger.accounts a ON a.id = g.account_id LEFT JOIN moved m ON m.account_id = g.account_id`,
    [id, codes, lines.map(([, amount]) => amount.toString())],
  )
  return id
}

/** Bypasses every trigger, as only the owner of the database can. */
export async function pastTriggers(
  owner: pg.Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<void> {
  await owner.query('SET LOCAL session_replication_role = replica')
  const { rowCount } = await owner.query(sql, [...values])
  await owner.query('SET LOCAL session_replication_role = origin')
  if (rowCount === 0) throw new Error(`nothing was planted by ${sql}`)
}
