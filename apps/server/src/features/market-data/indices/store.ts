// The SQL of the index keeper.

import type { IndexMember } from '@fairlot/rules/market-data'
import type { Tx } from '#platform/db'

const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`
const instant = (parameter: string): string => `to_timestamp(${parameter}::float8 / 1000)`

export interface Progress {
  /** The database's clock. */
  readonly now: number
  /** Whether all committed batches of this shard are in the market's tables. */
  readonly isThrough: boolean
  /** When the newest batch in the tables was applied; null before the first. */
  readonly upTo: number | null
}

export const readProgress = (tx: Tx): Promise<readonly Progress[]> =>
  tx.query<Progress>(
    `SELECT ${milliseconds('clock_timestamp()')} AS now, coalesce(c.sequence, 0) = s.sequence AS "isThrough",
       CASE WHEN c.sequence = s.sequence THEN ${milliseconds(`CASE WHEN isfinite(s.at) THEN s.at END`)}
         ELSE (SELECT ${milliseconds('b.at')} FROM exchange.batches b WHERE b.shard = s.shard AND b.last = c.sequence)
       END AS "upTo"
     FROM exchange.shards s LEFT JOIN market.cursors c USING (shard)`,
  )

export const readMembers = (tx: Tx): Promise<readonly (IndexMember & { readonly symbol: string })[]> =>
  tx.query(
    `SELECT symbol, board, kind, industry_en AS "industryEn" FROM app.instruments
     WHERE delisted_on IS NULL ORDER BY symbol`,
  )

/** The unfinished days: the one last written, and those that have begun since. */
export async function readOpenDates(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.query<{ date: string }>(
    `SELECT DISTINCT date::text AS date FROM market.days
     WHERE date >= coalesce((SELECT max(date) FROM market.index_days WHERE NOT simulated), '-infinity')
     ORDER BY date`,
  )
  return rows.map(({ date }) => date)
}

export interface MemberDay {
  readonly symbol: string
  readonly beganAt: number
  readonly closedAt: number | null
  readonly reference: number
}

export const readDay = (tx: Tx, date: string): Promise<readonly MemberDay[]> =>
  tx.query<MemberDay>(
    `SELECT symbol, ${milliseconds('began_at')} AS "beganAt", ${milliseconds('closed_at')} AS "closedAt", reference
     FROM market.days WHERE date = $1`,
    [date],
  )

export interface MemberPrice {
  readonly symbol: string
  readonly at: number
  readonly close: number
}

/**
 * For each index member the last price of the day before `from`, and every minute's close from there on, oldest first.
 */
export const readPrices = (tx: Tx, date: string, from: number): Promise<readonly MemberPrice[]> =>
  tx.query<MemberPrice>(
    `SELECT d.symbol, ${milliseconds('c.at')} AS at, c.close
     FROM market.days d CROSS JOIN LATERAL (
       (SELECT m.at, m.close FROM market.minute_candles m
        WHERE m.symbol = d.symbol AND m.at >= d.line_from AND m.at < ${instant('$2')} ORDER BY m.at DESC LIMIT 1)
       UNION ALL
       SELECT m.at, m.close FROM market.minute_candles m
       WHERE m.symbol = d.symbol AND m.at >= greatest(d.line_from, ${instant('$2')})
         AND m.at <= coalesce(d.closed_at, 'infinity')
     ) AS c
     WHERE d.date = $1 ORDER BY c.at`,
    [date, from],
  )

export interface IndexClose {
  readonly code: string
  readonly value: number
}

export const readClosesBefore = (tx: Tx, date: string): Promise<readonly IndexClose[]> =>
  tx.query<IndexClose>(
    `SELECT DISTINCT ON (code) code, value FROM market.index_days WHERE date < $1 ORDER BY code, date DESC`,
    [date],
  )

/** The generated values of a day on which the market was started. They stand until its first trade. */
export const readGenerated = (tx: Tx, date: string): Promise<readonly IndexClose[]> =>
  tx.query<IndexClose>('SELECT code, value FROM market.index_days WHERE date = $1 AND simulated', [date])

export async function readNewestMinute(tx: Tx): Promise<number | undefined> {
  const [row] = await tx.query<{ at: number | null }>(
    `SELECT ${milliseconds('max(at)')} AS at FROM market.index_minutes`,
  )
  return row?.at ?? undefined
}

export interface IndexPoint {
  readonly code: string
  readonly at: number
  readonly value: number
}

export async function writeIndexMinutes(tx: Tx, points: readonly IndexPoint[]): Promise<void> {
  if (points.length === 0) return
  await tx.query(
    `INSERT INTO market.index_minutes (code, at, value)
     SELECT code, to_timestamp(at / 1000), value
     FROM json_to_recordset($1::json) AS r (code text, at float8, value integer)
     ON CONFLICT (code, at) DO UPDATE SET value = EXCLUDED.value, simulated = false
     WHERE market.index_minutes.value <> EXCLUDED.value OR market.index_minutes.simulated`,
    [JSON.stringify(points)],
  )
}

export async function writeIndexDays(tx: Tx, date: string, closes: readonly IndexClose[]): Promise<void> {
  await tx.query(
    `INSERT INTO market.index_days (code, date, value, simulated)
     SELECT code, $2::date, value, false FROM json_to_recordset($1::json) AS r (code text, value integer)
     ON CONFLICT (code, date) DO UPDATE SET value = EXCLUDED.value, simulated = false
     WHERE market.index_days.value <> EXCLUDED.value OR market.index_days.simulated`,
    [JSON.stringify(closes), date],
  )
}

export interface IndexValue {
  readonly at: number
  readonly value: number
}

/** The newest minutes of an index, newest first. */
export const readMinuteValues = (tx: Tx, code: string, limit: number): Promise<readonly IndexValue[]> =>
  tx.query<IndexValue>(
    `SELECT ${milliseconds('at')} AS at, value FROM market.index_minutes
     WHERE code = $1 ORDER BY market.index_minutes.at DESC LIMIT $2`,
    [code, limit],
  )

/** The newest days of an index, newest first. A day is dated at its midnight in Taipei. */
export const readDayValues = (tx: Tx, code: string, limit: number): Promise<readonly IndexValue[]> =>
  tx.query<IndexValue>(
    `SELECT ${milliseconds(`(date::timestamp AT TIME ZONE 'Asia/Taipei')`)} AS at, value
     FROM market.index_days WHERE code = $1 ORDER BY date DESC LIMIT $2`,
    [code, limit],
  )
