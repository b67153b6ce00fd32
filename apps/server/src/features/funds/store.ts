import type { Tx } from '#platform/db'

/** Which security orders and holdings are about, by their id. A holding has the id of the order that opened it. */
export async function readSymbols(
  tx: Tx,
  memberId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.query<{ id: string; symbol: string }>(
    'SELECT id, symbol FROM app.orders WHERE id = ANY($2::uuid[]) AND member_id = $1',
    [memberId, ids],
  )
  return new Map(rows.map(({ id, symbol }) => [id, symbol]))
}
