import type { Tx } from '#platform/db'
import { showOrder } from './show-order.ts'
import { readOrders } from './store.ts'

const pageSize = 50

/** Newest first; `before` is the last order of the previous page. */
export async function listOrders(
  tx: Tx,
  memberId: string,
  which: 'open' | 'ended',
  symbol: string | undefined,
  before: string | undefined,
) {
  // A cursor is an order's id; anything else gets an empty page.
  if (before !== undefined && !/^[0-9a-f-]{36}$/.test(before)) return { orders: [], next: null }
  const rows = await readOrders(tx, memberId, which, symbol ?? null, before ?? null, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return { orders: page.map(showOrder), next: rows.length > pageSize ? page.at(-1)!.id : null }
}
