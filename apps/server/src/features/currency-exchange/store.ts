import type { RateSourceName, StopReason } from '@fairlot/contract/currency-exchange'
import type { Currency } from '@fairlot/money'
import type { Mids, RateState } from '@fairlot/rules/currency-exchange'
import type { Tx } from '#platform/db'
import type { PageCursor } from '#platform/page-cursor'

/** Quotes and new rates wait for each other: a quote is of the rates of its moment, and the house's limit is exact. */
export async function lockQuotes(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('currency quotes', 0))`)
}

export interface RateRow extends RateState {
  readonly currency: Currency
  readonly source: RateSourceName
  readonly publishedAt: Date
  readonly secondSource: RateSourceName
  readonly isSimulated: boolean
  readonly stopped: StopReason | null
  readonly since: Date
  /** The decision under which the second source is quoted alone; the sources have changed places. */
  readonly backupId: string | null
}

export const readRateRows = (tx: Tx): Promise<readonly RateRow[]> =>
  tx.query<RateRow>(
    `SELECT currency, mid, source, read_at AS "readAt", published_at AS "publishedAt", second_mid AS "secondMid",
       second_source AS "secondSource", second_read_at AS "secondReadAt", is_simulated AS "isSimulated", stopped, since, good,
       backup_id AS "backupId", backup_id IS NOT NULL AS "isBackup"
     FROM app.currency_rates ORDER BY currency`,
  )

/** Two operators let this source be quoted alone. */
export interface BackupRow {
  readonly reviewId: string
  readonly currency: Currency
  readonly source: RateSourceName
  readonly beganAt: Date
  readonly until: Date
}

export const readRunningBackups = (tx: Tx): Promise<readonly BackupRow[]> =>
  tx.query<BackupRow>(
    `SELECT review_id AS "reviewId", currency, source, began_at AS "beganAt", until
     FROM app.currency_backups WHERE ended_at IS NULL`,
  )

export interface ValuationRate {
  readonly currency: Currency
  readonly mid: bigint
  readonly source: RateSourceName
  readonly at: Date
  readonly stopped: StopReason | null
}

/** The rates at which foreign cash counts: the current ones, or the last at which a currency was quoted. */
export const readValuationRates = (tx: Tx): Promise<readonly ValuationRate[]> =>
  tx.query<ValuationRate>('SELECT currency, mid, source, at, stopped FROM app.valuation_rates()')

/** The rates of a moment: the last point before it, or the first after it when there is none. */
export async function readMidsAt(tx: Tx, at: Date): Promise<Mids> {
  const rows = await tx.query<{ currency: Currency; mid: bigint }>(
    `SELECT r.currency, p.mid FROM app.currency_rates r CROSS JOIN LATERAL (
       (SELECT x.mid, 0 AS place FROM app.currency_rate_points x WHERE x.currency = r.currency AND x.at <= $1
        ORDER BY x.at DESC LIMIT 1)
       UNION ALL (SELECT x.mid, 1 FROM app.currency_rate_points x WHERE x.currency = r.currency AND x.at > $1
        ORDER BY x.at LIMIT 1)
       ORDER BY place LIMIT 1
     ) AS p`,
    [at],
  )
  return new Map(rows.map(({ currency, mid }) => [currency, mid]))
}

async function foreignPaid(tx: Tx, memberId: string, since: Date, exchanges: boolean): Promise<bigint> {
  const [row] = await tx.query<{ paid: bigint }>('SELECT app.foreign_paid($1, $2, $3) AS paid', [
    memberId,
    since,
    exchanges,
  ])
  return row!.paid
}

/** What all foreign cash of a member cost, in New Taiwan dollars: payments at the rate of their moment, and exchanges. */
export const sumForeignPaid = (tx: Tx, memberId: string): Promise<bigint> =>
  foreignPaid(tx, memberId, new Date(0), true)

/** What foreign cash that came in or went out since was worth at its moment, without exchanges. */
export const sumForeignPayments = (tx: Tx, memberId: string, since: Date): Promise<bigint> =>
  foreignPaid(tx, memberId, since, false)

export interface RatePoint {
  readonly currency: Currency
  readonly at: Date
  readonly mid: bigint
}

export const readPoints = (tx: Tx, since: Date, currency: Currency | null): Promise<readonly RatePoint[]> =>
  tx.query<RatePoint>(
    `SELECT currency, at, mid FROM app.currency_rate_points
     WHERE at >= $1 AND ($2::text IS NULL OR currency = $2) ORDER BY currency, at`,
    [since, currency],
  )

export interface QuoteRow {
  readonly id: string
  readonly memberId: string
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: bigint
  readonly getAmount: bigint
  readonly base: Currency
  readonly mid: bigint
  readonly rate: bigint
  readonly spreadBps: number
  readonly spread: bigint
  readonly spreadTwd: bigint
  readonly valueTwd: bigint
  readonly source: RateSourceName
  readonly isSimulated: boolean
  readonly rateAt: Date
  readonly quotedAt: Date
  readonly expiresAt: Date
  readonly signedUntil: Date
  readonly keyId: string
  readonly signature: string
  readonly dealtAt: Date | null
  readonly entryId: string | null
}

const columns = `q.id, q.member_id AS "memberId", q.pay_currency AS pay, q.get_currency AS get, q.pay_amount AS "payAmount",
  q.get_amount AS "getAmount", q.base, q.mid, q.rate, q.spread_bps AS "spreadBps", q.spread, q.spread_twd AS "spreadTwd",
  q.value_twd AS "valueTwd", q.source, q.is_simulated AS "isSimulated", q.rate_at AS "rateAt", q.quoted_at AS "quotedAt",
  q.expires_at AS "expiresAt", q.signed_until AS "signedUntil", q.key_id AS "keyId", q.signature, q.dealt_at AS "dealtAt",
  q.entry_id AS "entryId"`

export async function insertQuote(tx: Tx, row: Omit<QuoteRow, 'dealtAt' | 'entryId'>): Promise<void> {
  await tx.query(
    `INSERT INTO app.currency_quotes (id, member_id, pay_currency, get_currency, pay_amount, get_amount, base, mid, rate, spread_bps,
       spread, spread_twd, value_twd, source, is_simulated, rate_at, quoted_at, expires_at, signed_until, key_id, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)`,
    [
      row.id,
      row.memberId,
      row.pay,
      row.get,
      row.payAmount,
      row.getAmount,
      row.base,
      row.mid,
      row.rate,
      row.spreadBps,
      row.spread,
      row.spreadTwd,
      row.valueTwd,
      row.source,
      row.isSimulated,
      row.rateAt,
      row.quotedAt,
      row.expiresAt,
      row.signedUntil,
      row.keyId,
      row.signature,
    ],
  )
}

export async function readQuote(tx: Tx, id: string): Promise<QuoteRow | undefined> {
  const [row] = await tx.query<QuoteRow>(`SELECT ${columns} FROM app.currency_quotes q WHERE q.id = $1`, [id])
  return row
}

/** A database function writes it: once, in time, with this entry. False otherwise. */
export async function useQuote(
  tx: Tx,
  used: { readonly id: string; readonly memberId: string; readonly entryId: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.use_currency_quote($1, $2, $3, $4) AS did', [
    used.id,
    used.memberId,
    used.entryId,
    used.at,
  ])
  return row!.did
}

export const listQuotes = (
  tx: Tx,
  memberId: string,
  currency: Currency | null,
  before: PageCursor | null,
  limit: number,
): Promise<readonly QuoteRow[]> =>
  tx.query<QuoteRow>(
    `SELECT ${columns} FROM app.currency_quotes q
     WHERE q.member_id = $1 AND ($2::text IS NULL OR $2 IN (q.pay_currency, q.get_currency))
       AND ($3::timestamptz IS NULL OR (q.quoted_at, q.id) < ($3, $4::uuid))
     ORDER BY q.quoted_at DESC, q.id DESC LIMIT $5`,
    [memberId, currency, before?.at ?? null, before?.id ?? null, limit],
  )

export async function sumDeals(
  tx: Tx,
  memberId: string,
  since: Date,
): Promise<{ readonly deals: number; readonly spreadTwd: bigint }> {
  const [row] = await tx.query<{ deals: number; spreadTwd: bigint }>(
    `SELECT count(*)::integer AS deals, coalesce(sum(spread_twd), 0)::bigint AS "spreadTwd" FROM app.currency_quotes
     WHERE member_id = $1 AND quoted_at >= $2 AND dealt_at IS NOT NULL`,
    [memberId, since],
  )
  return row!
}

/** What quotes that are still open, of other members, would change in the house's position. */
export async function sumOpenQuotes(
  tx: Tx,
  memberId: string,
  currency: Currency,
  now: Date,
): Promise<bigint> {
  const [row] = await tx.query<{ change: bigint }>(
    `SELECT coalesce(sum(CASE $2 WHEN pay_currency THEN pay_amount WHEN get_currency THEN -get_amount ELSE 0 END), 0)::bigint AS change
     FROM app.currency_quotes WHERE dealt_at IS NULL AND expires_at > $3 AND member_id <> $1`,
    [memberId, currency, now],
  )
  return row!.change
}
