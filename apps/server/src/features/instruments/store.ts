import type { InstrumentKind } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

export interface InstrumentRow {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly board: 'listed' | 'otc'
  readonly kind: InstrumentKind
  readonly industryTw: string
  readonly industryEn: string
  readonly reference: number
  readonly limited: boolean
}

const columns = `symbol, name_tw AS "nameTw", name_en AS "nameEn", board, kind, industry_tw AS "industryTw",
  industry_en AS "industryEn", reference, limited`

export const readInstruments = (tx: Tx): Promise<readonly InstrumentRow[]> =>
  tx.query<InstrumentRow>(`SELECT ${columns} FROM app.instruments WHERE delisted_on IS NULL ORDER BY symbol`)

/** Returns undefined for a code that is not, or no longer, on the market. */
export async function findInstrument(tx: Tx, symbol: string): Promise<InstrumentRow | undefined> {
  const [row] = await tx.query<InstrumentRow>(
    `SELECT ${columns} FROM app.instruments WHERE symbol = $1 AND delisted_on IS NULL`,
    [symbol],
  )
  return row
}

/** Names may be corrected later; the price and the limits of a listed instrument belong to the exchange. */
export async function upsertInstruments(tx: Tx, rows: readonly object[]): Promise<number> {
  const changed = await tx.query(
    `INSERT INTO app.instruments AS old
       (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited)
     SELECT * FROM jsonb_to_recordset($1) AS new (symbol text, "nameTw" text, "nameEn" text, board text, kind text,
       "industryTw" text, "industryEn" text, reference integer, limited boolean)
     ON CONFLICT (symbol) DO UPDATE SET name_tw = excluded.name_tw, name_en = excluded.name_en,
       industry_tw = excluded.industry_tw, industry_en = excluded.industry_en
     WHERE (old.name_tw, old.name_en, old.industry_tw, old.industry_en) IS DISTINCT FROM
       (excluded.name_tw, excluded.name_en, excluded.industry_tw, excluded.industry_en)
     RETURNING 1`,
    [JSON.stringify(rows)],
  )
  return changed.length
}

export const readUnlistedSymbols = (tx: Tx): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>(
    'SELECT symbol FROM app.instruments WHERE venue_sent_at IS NULL AND delisted_on IS NULL ORDER BY symbol',
  )

export const readListedSymbols = (tx: Tx): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>('SELECT symbol FROM app.instruments WHERE venue_sent_at IS NOT NULL')

/** Claims these listings: of two concurrent callers the second waits for the first and then finds them taken. */
export const markListed = (
  tx: Tx,
  symbols: readonly string[],
  now: Date,
): Promise<readonly Pick<InstrumentRow, 'symbol' | 'kind' | 'reference' | 'limited'>[]> =>
  tx.query(
    `UPDATE app.instruments SET venue_sent_at = $2 WHERE symbol = ANY($1) AND venue_sent_at IS NULL
     RETURNING symbol, kind, reference, limited`,
    [symbols, now],
  )

export const readFreeSymbols = (tx: Tx): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>(
    'SELECT symbol FROM app.instruments WHERE free_since IS NOT NULL ORDER BY symbol',
  )

/** A database function counts the trading days: the worker may not write instruments. */
export const endFreeDays = (
  tx: Tx,
  symbols: readonly string[],
  date: string,
): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>('SELECT e.symbol FROM app.end_free_days($1, $2) AS e (symbol) ORDER BY 1', [
    symbols,
    date,
  ])

export async function submitCommand(tx: Tx, shard: number, command: string): Promise<void> {
  await tx.query('SELECT exchange.submit($1, $2)', [shard, command])
}

/** Views and their count in one statement: the count can never exceed the rows. */
export async function insertView(tx: Tx, date: string, symbol: string, memberId: string): Promise<void> {
  await tx.query(
    `WITH first AS (
       INSERT INTO app.instrument_views (date, symbol, member_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING 1
     )
     INSERT INTO app.instrument_view_counts AS old (date, symbol, slot, members)
     SELECT $1, $2, (hashtextextended($3::text, 0) & 15)::smallint, 1 FROM first
     ON CONFLICT (date, symbol, slot) DO UPDATE SET members = old.members + 1`,
    [date, symbol, memberId],
  )
}

export type ViewedRow = Pick<InstrumentRow, 'symbol' | 'nameTw' | 'nameEn' | 'board' | 'kind'> & {
  readonly members: number
}

export const readPopular = (tx: Tx, date: string, count: number): Promise<readonly ViewedRow[]> =>
  tx.query<ViewedRow>(
    `SELECT i.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", i.board, i.kind, sum(c.members)::integer AS members
     FROM app.instrument_view_counts c JOIN app.instruments i USING (symbol)
     WHERE c.date = $1 AND i.delisted_on IS NULL
     GROUP BY i.symbol ORDER BY members DESC, i.symbol LIMIT $2`,
    [date, count],
  )

/** Deletes in slices: a busy day has more rows than one statement should delete. */
export async function deleteViewsBefore(tx: Tx, date: string): Promise<number> {
  await tx.query('DELETE FROM app.instrument_view_counts WHERE date < $1', [date])
  const [row] = await tx.query<{ count: bigint }>(
    `WITH old AS (SELECT date, symbol, member_id FROM app.instrument_views WHERE date < $1 LIMIT 50000),
       gone AS (DELETE FROM app.instrument_views USING old
         WHERE instrument_views.date = old.date AND instrument_views.symbol = old.symbol
           AND instrument_views.member_id = old.member_id RETURNING 1)
     SELECT count(*) FROM gone`,
    [date],
  )
  return Number(row!.count)
}
