import type { Currency } from '@fairlot/money'
import type { Tx } from '#platform/db'

/** By foreign currency: what was exchanged in it, in New Taiwan dollars. */
export async function sumToday(tx: Tx, since: Date): Promise<ReadonlyMap<Currency, bigint>> {
  const rows = await tx.query<{ currency: Currency; value: bigint }>(
    `SELECT c.currency, sum(q.value_twd)::bigint AS value
     FROM app.currency_quotes q CROSS JOIN LATERAL (VALUES (q.pay_currency), (q.get_currency)) AS c (currency)
     WHERE q.dealt_at >= $1 GROUP BY c.currency`,
    [since],
  )
  return new Map(rows.map(({ currency, value }) => [currency, value]))
}

/** The running decisions to quote a second source alone, with the numbers of their reviews. */
export const readNumberedBackups = (
  tx: Tx,
): Promise<
  readonly {
    readonly currency: Currency
    readonly reviewId: string
    readonly number: string
    readonly until: Date
  }[]
> =>
  tx.query(
    `SELECT b.currency, b.review_id AS "reviewId", r.number, b.until
     FROM app.currency_backups b JOIN app.reviews r ON r.id = b.review_id WHERE b.ended_at IS NULL`,
  )

export interface DealRow {
  readonly id: string
  readonly memberId: string
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: bigint
  readonly getAmount: bigint
  readonly base: Currency
  readonly rate: bigint
  readonly spread: bigint
  readonly quotedAt: Date
  readonly dealtAt: Date
}

export const readLatestDeals = (tx: Tx, limit: number): Promise<readonly DealRow[]> =>
  tx.query<DealRow>(
    `SELECT id, member_id AS "memberId", pay_currency AS pay, get_currency AS get, pay_amount AS "payAmount",
       get_amount AS "getAmount", base, rate, spread, quoted_at AS "quotedAt", dealt_at AS "dealtAt"
     FROM app.currency_quotes WHERE dealt_at IS NOT NULL ORDER BY dealt_at DESC, id DESC LIMIT $1`,
    [limit],
  )

/** Today's exchanges, how many of them have the entry that their quote says, and how many came too late. */
export async function checkToday(
  tx: Tx,
  since: Date,
): Promise<{ readonly deals: number; readonly matching: number; readonly late: number }> {
  const [row] = await tx.query<{ deals: number; matching: number; late: number }>(
    'SELECT deals, matching, late FROM app.check_currency_deals($1)',
    [since],
  )
  return row!
}

export interface RateEventRow {
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
  readonly at: Date
}

export const readRateEvents = (tx: Tx, currency: Currency, since: Date): Promise<readonly RateEventRow[]> =>
  tx.query<RateEventRow>(
    `SELECT action, details, recorded_at AS at FROM audit.entries
     WHERE subject = 'currency:' || $1::text AND recorded_at >= $2
       AND action IN ('currency-exchange.stopped', 'currency-exchange.resumed', 'currency-exchange.backup-began',
         'currency-exchange.backup-ended')
     ORDER BY recorded_at DESC LIMIT 20`,
    [currency, since],
  )
