import type { Tx } from '#platform/db'
import { boundsOfIds } from '#platform/ids'

/** The security of orders and positions, by their id. A position has the id of the order that opened it. */
export async function readSymbols(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; symbol: string }>(
    'SELECT id, symbol FROM app.orders WHERE id = ANY($2::uuid[]) AND id BETWEEN $3 AND $4 AND member_id = $1',
    [memberId, ids, ...boundsOfIds(ids)],
  )
  return new Map(rows.map(({ id, symbol }) => [id, symbol]))
}
