import type { FundamentalKind, Fundamentals } from '@fairlot/rules/instruments'
import type { Tx } from '#platform/db'

/** One import at a time, so that two of the same file do not both count as the first. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('fundamental imports', 0))`)
}

export async function hasImport(
  tx: Tx,
  kind: FundamentalKind,
  asOf: string,
  fileHash: string,
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM app.fundamental_imports WHERE kind = $1 AND as_of = $2 AND file_hash = $3',
    [kind, asOf, fileHash],
  )
  return rows.length > 0
}

export interface ImportRow {
  readonly importId: string
  readonly kind: FundamentalKind
  readonly market: 'TWSE' | 'TPEx' | 'MOPS'
  readonly source: string
  readonly asOf: string
  readonly fileName: string
  readonly fileHash: string
  readonly taken: number
  readonly skipped: number
  readonly now: Date
}

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.query(
    `INSERT INTO app.fundamental_imports (id, kind, market, source, as_of, file_name, file_hash, taken, skipped, imported_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.importId,
      row.kind,
      row.market,
      row.source,
      row.asOf,
      row.fileName,
      row.fileHash,
      row.taken,
      row.skipped,
      row.now,
    ],
  )
}

export const readSymbols = async (tx: Tx): Promise<readonly string[]> =>
  (await tx.query<{ symbol: string }>('SELECT symbol FROM app.instruments WHERE delisted_on IS NULL')).map(
    ({ symbol }) => symbol,
  )

export async function upsertFundamentals(
  tx: Tx,
  kind: FundamentalKind,
  importId: string,
  rows: readonly { readonly symbol: string; readonly period: string; readonly figures: object }[],
): Promise<void> {
  await tx.query(
    `INSERT INTO app.fundamentals (symbol, kind, period, figures, import_id)
     SELECT new.symbol, $1, new.period, new.figures, $2
     FROM jsonb_to_recordset($3) AS new (symbol text, period date, figures jsonb)
     ON CONFLICT (symbol, kind, period) DO UPDATE SET figures = excluded.figures, import_id = excluded.import_id`,
    [kind, importId, JSON.stringify(rows)],
  )
}

export async function deleteDaysBefore(tx: Tx, kind: FundamentalKind, date: string): Promise<void> {
  await tx.query(
    `DELETE FROM app.fundamentals WHERE kind = $1 AND kind IN ('valuation', 'institutions', 'margin') AND period < $2`,
    [kind, date],
  )
}

export interface FundamentalsRow<Kind extends FundamentalKind = FundamentalKind> {
  readonly kind: Kind
  readonly period: string
  readonly figures: Fundamentals[Kind]
  readonly market: 'TWSE' | 'TPEx' | 'MOPS'
  readonly source: string
  readonly asOf: string
}

/** The newest periods of each kind, newest first: as many as the screen shows of it. */
export const readFundamentalRows = (tx: Tx, symbol: string): Promise<readonly FundamentalsRow[]> =>
  tx.query<FundamentalsRow>(
    `SELECT f.kind, f.period::text AS period, f.figures, i.market, i.source, i.as_of::text AS "asOf"
     FROM (VALUES ('valuation', 1), ('revenue', 12), ('earnings', 4), ('dividend', 6), ('institutions', 1), ('margin', 1))
       AS shown (kind, count)
     CROSS JOIN LATERAL (
       SELECT * FROM app.fundamentals x WHERE x.symbol = $1 AND x.kind = shown.kind ORDER BY x.period DESC LIMIT shown.count
     ) AS f
     JOIN app.fundamental_imports i ON i.id = f.import_id
     ORDER BY f.kind, f.period DESC`,
    [symbol],
  )
