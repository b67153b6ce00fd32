import type { Tx } from '#platform/db'
import { timeOfId } from '#platform/ids'
import { showOrder } from './show-order.ts'
import { type OrderRow, readOrders } from './store.ts'

const pageSize = 50

/** A page of ended orders is searched in the last months first. */
const recentMs = 62 * 86_400_000

/** Newest first; `before` is the last order of the previous page. */
export async function listOrders(
  tx: Tx,
  memberId: string,
  which: 'open' | 'ended',
  symbol: string | undefined,
  before: string | undefined,
  now: Date,
) {
  // A cursor is an order's id; anything else gets an empty page.
  if (before !== undefined && !/^[0-9a-f-]{36}$/.test(before)) return { orders: [], next: null }
  const read = (since: Date | null): Promise<readonly OrderRow[]> =>
    readOrders(tx, memberId, which, symbol ?? null, before ?? null, since, pageSize + 1)
  const from = before === undefined ? now.getTime() : Math.min(now.getTime(), timeOfId(before))
  let rows = which === 'open' ? [] : await read(new Date(from - recentMs))
  if (rows.length <= pageSize) rows = await read(null)
  const page = rows.slice(0, pageSize)
  return { orders: page.map(showOrder), next: rows.length > pageSize ? page.at(-1)!.id : null }
}
