import type { Tx } from '#platform/db'

export interface ImportRow {
  readonly date: string
  readonly fileHash: string
  readonly fileName: string
  readonly taken: number
  readonly skipped: number
  readonly now: Date
}

/** One import at a time: two imports of different days must not both count as the newest. */
export async function lockImports(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('price imports', 0))`)
}

export async function hasImport(tx: Tx, date: string, fileHash: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM app.price_imports WHERE date = $1 AND file_hash = $2', [
    date,
    fileHash,
  ])
  return rows.length > 0
}

export async function newestImport(tx: Tx): Promise<string | undefined> {
  const [row] = await tx.query<{ date: string | null }>(
    'SELECT max(date)::text AS date FROM app.price_imports',
  )
  return row!.date ?? undefined
}

export async function insertImport(tx: Tx, row: ImportRow): Promise<void> {
  await tx.query(
    `INSERT INTO app.price_imports (date, file_hash, file_name, taken, skipped, imported_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.date, row.fileHash, row.fileName, row.taken, row.skipped, row.now],
  )
}

/** Locked, so that no listing is sent with the old price meanwhile. */
export const lockImportable = (
  tx: Tx,
): Promise<readonly { symbol: string; kind: 'stock' | 'etf'; listed: boolean }[]> =>
  tx.query(
    `SELECT symbol, kind, venue_sent_at IS NOT NULL AS listed FROM app.instruments WHERE delisted_on IS NULL
     ORDER BY symbol FOR UPDATE`,
  )

/** The first price of a traded instrument is history; only the reference of the next day may change. */
export async function updateUntradedReferences(
  tx: Tx,
  symbols: readonly string[],
  prices: readonly number[],
): Promise<void> {
  await tx.query(
    `UPDATE app.instruments i SET reference = new.price
     FROM unnest($1::text[], $2::integer[]) AS new (symbol, price)
     WHERE i.symbol = new.symbol AND NOT EXISTS (
       SELECT 1 FROM exchange.events e WHERE e.symbol = i.symbol AND e.kind = 'traded' AND NOT e.practice
     )`,
    [symbols, prices],
  )
}

export async function submitCommands(
  tx: Tx,
  shards: readonly number[],
  commands: readonly string[],
): Promise<void> {
  await tx.query('SELECT exchange.submit_many($1, $2)', [shards, commands])
}
