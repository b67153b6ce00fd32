import type { Currency } from '@fairlot/money'
import type { Tx } from '#platform/db'
import type { RateRow } from '../store.ts'

export async function writeRate(tx: Tx, row: RateRow): Promise<void> {
  await tx.query(
    `INSERT INTO app.currency_rates (currency, mid, source, read_at, published_at, second_mid, second_source, second_read_at,
       is_simulated, stopped, since, good, backup_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     ON CONFLICT (currency) DO UPDATE SET mid = $2, source = $3, read_at = $4, published_at = $5, second_mid = $6,
       second_source = $7, second_read_at = $8, is_simulated = $9, stopped = $10, since = $11, good = $12, backup_id = $13`,
    [
      row.currency,
      row.mid,
      row.source,
      row.readAt,
      row.publishedAt,
      row.secondMid,
      row.secondSource,
      row.secondReadAt,
      row.isSimulated,
      row.stopped,
      row.since,
      row.good,
      row.backupId,
    ],
  )
}

/** Begins what two operators decided; false when it has begun already. */
export async function beginBackup(tx: Tx, reviewId: string, now: Date): Promise<boolean> {
  const [row] = await tx.query<{ began: boolean }>('SELECT app.begin_currency_backup($1, $2) AS began', [
    reviewId,
    now,
  ])
  return row!.began
}

export async function endBackup(tx: Tx, reviewId: string, now: Date): Promise<void> {
  await tx.query(
    'UPDATE app.currency_backups SET ended_at = greatest($2, began_at) WHERE review_id = $1 AND ended_at IS NULL',
    [reviewId, now],
  )
}

export async function writePoint(tx: Tx, currency: Currency, at: Date, mid: bigint): Promise<void> {
  await tx.query(
    'INSERT INTO app.currency_rate_points (currency, at, mid) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [currency, at, mid],
  )
}

/** The newest point of a currency stays: foreign cash counts at it while the currency is not quoted. */
export async function deletePoints(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.currency_rate_points WHERE ctid IN (
       SELECT p.ctid FROM app.currency_rate_points p WHERE p.at < $1 AND EXISTS (
         SELECT FROM app.currency_rate_points n WHERE n.currency = p.currency AND n.at > p.at)
       ORDER BY p.at LIMIT $2) RETURNING 1`,
    [before, limit],
  )
  return rows.length
}

/** Quotes that ended without an exchange. */
export async function deleteUnused(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.currency_quotes WHERE id IN (
       SELECT id FROM app.currency_quotes WHERE dealt_at IS NULL AND expires_at < $1 ORDER BY expires_at LIMIT $2) RETURNING 1`,
    [before, limit],
  )
  return rows.length
}
