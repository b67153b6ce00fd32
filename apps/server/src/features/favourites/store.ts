import type { Tx } from '#platform/db'

export const readFavourites = (tx: Tx, memberId: string): Promise<readonly { symbol: string }[]> =>
  tx.query<{ symbol: string }>(
    'SELECT symbol FROM app.favourites WHERE member_id = $1 ORDER BY position, symbol',
    [memberId],
  )

/**
 * Two concurrent requests must not both see one free place, in the list, its groups or its alerts. The lock is per
 * member and is released with the transaction.
 */
export async function lockList(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('favourites ' || $1, 0))`, [memberId])
}

export async function countFavourites(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ count: bigint }>(
    'SELECT count(*) AS count FROM app.favourites WHERE member_id = $1',
    [memberId],
  )
  return Number(row!.count)
}

export async function hasFavourite(tx: Tx, memberId: string, symbol: string): Promise<boolean> {
  const rows = await tx.query('SELECT 1 FROM app.favourites WHERE member_id = $1 AND symbol = $2', [
    memberId,
    symbol,
  ])
  return rows.length > 0
}

export async function insertFavourite(tx: Tx, memberId: string, symbol: string): Promise<void> {
  await tx.query(
    `INSERT INTO app.favourites (member_id, symbol, position)
     SELECT $1, $2, coalesce(max(position), 0) + 1 FROM app.favourites WHERE member_id = $1`,
    [memberId, symbol],
  )
}

export async function deleteFavourite(tx: Tx, memberId: string, symbol: string): Promise<boolean> {
  const removed = await tx.query(
    'DELETE FROM app.favourites WHERE member_id = $1 AND symbol = $2 RETURNING 1',
    [memberId, symbol],
  )
  return removed.length > 0
}

/** Removes symbols that are not named and sorts the others into this order. */
export async function orderFavourites(tx: Tx, memberId: string, symbols: readonly string[]): Promise<void> {
  await tx.query('DELETE FROM app.favourites WHERE member_id = $1 AND symbol <> ALL($2)', [memberId, symbols])
  await tx.query(
    `UPDATE app.favourites SET position = place.position
     FROM unnest($2::text[]) WITH ORDINALITY AS place (symbol, position)
     WHERE member_id = $1 AND favourites.symbol = place.symbol`,
    [memberId, symbols],
  )
}
