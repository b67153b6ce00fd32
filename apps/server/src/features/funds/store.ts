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

export interface TradeRow {
  readonly side: 'buy' | 'sell'
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly settlesOn: string
}

/** The fill that an entry posts; undefined for other entries. An entry of a fill has its order as reference. */
export async function readTrade(
  tx: Tx,
  memberId: string,
  orderId: string,
  entryId: string,
): Promise<TradeRow | undefined> {
  const [row] = await tx.query<TradeRow>(
    `SELECT f.side, f.symbol, p.direction, p.multiple, f.price, f.quantity, f.fee, f.tax, f.borrow_fee AS "borrowFee",
       f.settles_on::text AS "settlesOn"
     FROM app.fills f JOIN app.positions p ON p.id = f.position_id
     WHERE f.order_id = $2::uuid AND f.entry_id = $3::uuid AND f.member_id = $1`,
    [memberId, orderId, entryId],
  )
  return row
}
