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

export async function findInstrumentRow(tx: Tx, symbol: string): Promise<InstrumentRow | undefined> {
  const [row] = await tx.query<InstrumentRow>(
    `SELECT ${columns} FROM app.instruments WHERE symbol = $1 AND delisted_on IS NULL`,
    [symbol],
  )
  return row
}

/** Names may be put right later; the price and the limits of what is listed already belong to the exchange. */
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
    'SELECT symbol FROM app.instruments WHERE venue_told_at IS NULL AND delisted_on IS NULL ORDER BY symbol',
  )

export const readListedSymbols = (tx: Tx): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>('SELECT symbol FROM app.instruments WHERE venue_told_at IS NOT NULL')

/** Claims these listings: of two that ask at once the second waits for the first and then finds them taken. */
export const markListed = (
  tx: Tx,
  symbols: readonly string[],
  now: Date,
): Promise<readonly Pick<InstrumentRow, 'symbol' | 'kind' | 'reference' | 'limited'>[]> =>
  tx.query(
    `UPDATE app.instruments SET venue_told_at = $2 WHERE symbol = ANY($1) AND venue_told_at IS NULL
     RETURNING symbol, kind, reference, limited`,
    [symbols, now],
  )

export async function submitCommand(tx: Tx, shard: number, command: string): Promise<void> {
  await tx.query('SELECT exchange.submit($1, $2)', [shard, command])
}
