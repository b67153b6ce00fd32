import type { Tx } from '#platform/db'
import type { ConditionalState } from '../store.ts'
import { idsOf } from '../watching/store.ts'
import type { EntryBody } from './body.ts'

export interface EntryRow {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly body: EntryBody
  readonly quantity: number
  readonly state: ConditionalState
  readonly reason: string | null
  readonly expiresOn: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly orderId: string | null
  readonly due: 'entry' | null
  readonly tries: number
  readonly worstPrice: number
  readonly holds: readonly string[]
  /** Cash held for it, or for the order it became. */
  readonly held: bigint
}

const columns = `c.id, c.member_id AS "memberId", c.symbol, c.body, c.quantity, c.state, c.reason,
  c.expires_on::text AS "expiresOn", c.created_at AS "createdAt", c.ended_at AS "endedAt", c.order_id AS "orderId", c.due,
  c.tries, c.worst_price AS "worstPrice", c.holds, coalesce((SELECT sum(h.remaining)
    FROM ledger.open_holds_by_id(c.holds || ARRAY(SELECT unnest(o.holds) FROM app.orders o WHERE o.id = c.order_id)) AS h
    WHERE h.account LIKE 'member/%/TWD/%'), 0)::bigint AS held`

/** The lock under which a member's orders open. It comes before that of the entry, as in the kill switch. */
export async function lockTrading(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('trading ' || $1::text, 0))`, [memberId])
}

export async function readEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const [row] = await tx.query<EntryRow>(
    `SELECT ${columns} FROM app.conditional_orders c WHERE c.id = $1 AND c.kind = 'entry'`,
    [id],
  )
  return row
}

/** Locked until the end, so that firing, cancelling and ending happen one after the other. */
export async function lockEntry(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const [row] = await tx.query<EntryRow>(
    `SELECT ${columns} FROM app.conditional_orders c WHERE c.id = $1 AND c.kind = 'entry' FOR UPDATE OF c`,
    [id],
  )
  return row
}

export const listEntryRows = (
  tx: Tx,
  memberId: string,
  which: 'waiting' | 'ended',
): Promise<readonly EntryRow[]> =>
  tx.query<EntryRow>(
    `SELECT ${columns} FROM app.conditional_orders c
     WHERE c.member_id = $1 AND c.kind = 'entry' AND (c.state = 'waiting') = $2
     ORDER BY c.created_at DESC, c.id DESC LIMIT 200`,
    [memberId, which === 'waiting'],
  )

export interface WatchedEntry {
  readonly id: string
  readonly symbol: string
  readonly body: EntryBody
  readonly afterEvent: bigint
}

export const lockWatchedEntries = (tx: Tx, symbols: readonly string[]): Promise<readonly WatchedEntry[]> =>
  tx.query<WatchedEntry>(
    `SELECT c.id, c.symbol, c.body, c.after_event AS "afterEvent" FROM app.conditional_orders c
     WHERE c.state = 'waiting' AND c.kind = 'entry' AND c.due IS NULL AND c.symbol = ANY($1) ORDER BY c.id FOR UPDATE`,
    [symbols],
  )

/** Entries whose hold was computed with another day's limits. */
export const readEntriesToReprice = async (tx: Tx): Promise<readonly string[]> =>
  idsOf(
    await tx.query(
      `SELECT c.id FROM app.conditional_orders c JOIN app.conditional_days d ON d.symbol = c.symbol
       WHERE c.state = 'waiting' AND c.kind = 'entry' AND c.priced_on < d.date ORDER BY c.id`,
    ),
  )

export async function setEntryPriced(
  tx: Tx,
  id: string,
  date: string,
  worstPrice: number,
  holds: readonly string[],
): Promise<void> {
  await tx.query(
    'UPDATE app.conditional_orders SET priced_on = $2, worst_price = $3, holds = $4::uuid[] WHERE id = $1',
    [id, date, worstPrice, holds],
  )
}
