import type { Tx } from './db.ts'

/**
 * Reads the rows in pages, for results that may not fit in memory. The transaction may do other work between two
 * pages, but read only one such result at a time.
 */
export async function* readPages<Row>(
  tx: Tx,
  select: string,
  values: readonly unknown[],
  pageSize = 1_000,
): AsyncGenerator<readonly Row[]> {
  // By default PostgreSQL plans a cursor for its first tenth.
  await tx.query('SET LOCAL cursor_tuple_fraction = 1')
  await tx.query(`DECLARE pages NO SCROLL CURSOR FOR ${select}`, values)
  for (;;) {
    const rows = await tx.query<Row>(`FETCH ${pageSize} FROM pages`)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) break
  }
  await tx.query('CLOSE pages')
}
