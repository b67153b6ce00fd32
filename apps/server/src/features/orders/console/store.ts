import type { Side, Validity } from '@fairlot/contract/venue'
import type { Direction, OrderState } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { EntryBody } from '../conditional/entry/store.ts'
import type { OrderOrigin } from '../intake/draft.ts'

export interface ConsoleOrder {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly price: number | null
  readonly quantity: number
  readonly filled: number
  readonly left: number
  readonly validity: Validity
  readonly state: OrderState
  readonly reason: string | null
  readonly origin: OrderOrigin
  readonly placedAt: Date
  readonly endedAt: Date | null
}

export interface OrderFilter {
  /** Null: every member. */
  readonly memberIds: readonly string[] | null
  readonly orderId: string | null
  readonly symbol: string | null
  readonly from: Date | null
  /** Excluded. */
  readonly until: Date | null
  readonly state: OrderState | null
}

const columns = `o.id, o.member_id AS "memberId", m.account, n.name_masked AS name, o.symbol, i.name_tw AS "nameTw",
  i.name_en AS "nameEn", o.side, o.purpose, o.direction, o.multiple, o.day_trade AS "dayTrade", o.price, o.quantity,
  o.filled_shares AS filled, o.left_shares AS left, o.validity, o.state, o.reason, o.origin, o.placed_at AS "placedAt",
  o.ended_at AS "endedAt"`
const joined = `JOIN app.members m ON m.id = o.member_id LEFT JOIN app.identities n ON n.member_id = o.member_id
  JOIN app.instruments i ON i.symbol = o.symbol`

/** Newest first. The bound on ids leaves out the months before `from`. */
export const readConsoleOrders = (
  tx: Tx,
  filter: OrderFilter,
  after: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ConsoleOrder[]> =>
  tx.query<ConsoleOrder>(
    `SELECT ${columns} FROM (
       SELECT o.* FROM app.orders o
       WHERE ($1::uuid[] IS NULL OR o.member_id = ANY ($1)) AND ($2::uuid IS NULL OR o.id = $2)
         AND ($3::text IS NULL OR o.symbol = $3)
         AND ($4::timestamptz IS NULL OR (o.placed_at >= $4 AND o.id >= app.first_order_id($4)))
         AND ($5::timestamptz IS NULL OR o.placed_at < $5) AND ($6::text IS NULL OR o.state = $6)
         AND ($7::timestamptz IS NULL OR (o.placed_at, o.id) < ($7, $8::uuid))
       ORDER BY o.placed_at DESC, o.id DESC LIMIT $9) o ${joined}
     ORDER BY o.placed_at DESC, o.id DESC`,
    [
      filter.memberIds,
      filter.orderId,
      filter.symbol,
      filter.from,
      filter.until,
      filter.state,
      after?.at ?? null,
      after?.id ?? null,
      limit,
    ],
  )

export async function readConsoleOrder(tx: Tx, orderId: string): Promise<ConsoleOrder | undefined> {
  const [row] = await tx.query<ConsoleOrder>(
    `SELECT ${columns} FROM app.orders o ${joined} WHERE o.id = $1`,
    [orderId],
  )
  return row
}

/** The entry of the ledger that booked each fill, by the fill's id. */
export const readFillEntries = (
  tx: Tx,
  orderId: string,
  placedAt: Date,
  endedAt: Date | null,
): Promise<readonly { readonly fillId: string; readonly entryId: string }[]> =>
  tx.query<{ fillId: string; entryId: string }>(
    `SELECT shard || '/' || event || '/' || side AS "fillId", entry_id AS "entryId" FROM app.fills
     WHERE order_id = $1 AND traded_at >= $2::timestamptz - interval '1 day'
       AND traded_at <= coalesce($3::timestamptz, 'infinity') + interval '1 day'`,
    [orderId, placedAt, endedAt],
  )

export interface WaitingEntryRow {
  readonly id: string
  readonly memberId: string
  readonly account: string
  readonly name: string | null
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly body: EntryBody
  readonly quantity: number
  readonly held: bigint
  readonly expiresOn: string
  readonly createdAt: Date
}

/** Waiting entries of these members, newest first; a member has at most as many as the rule allows. */
export const readWaitingEntries = (
  tx: Tx,
  memberIds: readonly string[],
  symbol: string | null,
): Promise<readonly WaitingEntryRow[]> =>
  tx.query<WaitingEntryRow>(
    `SELECT c.id, c.member_id AS "memberId", m.account, n.name_masked AS name, c.symbol, i.name_tw AS "nameTw",
       i.name_en AS "nameEn", c.body, c.quantity, c.expires_on::text AS "expiresOn", c.created_at AS "createdAt",
       coalesce((SELECT sum(h.remaining) FROM ledger.open_holds_by_id(c.holds) AS h WHERE h.account LIKE 'member/%/TWD/%'), 0)::bigint AS held
     FROM app.conditional_orders c JOIN app.members m ON m.id = c.member_id
     LEFT JOIN app.identities n ON n.member_id = c.member_id JOIN app.instruments i ON i.symbol = c.symbol
     WHERE c.member_id = ANY ($1::uuid[]) AND c.state = 'waiting' AND c.kind = 'entry' AND ($2::text IS NULL OR c.symbol = $2)
     ORDER BY c.created_at DESC, c.id DESC`,
    [memberIds, symbol],
  )

/** The conditional entry that became this order. */
export async function readEntryOfOrder(
  tx: Tx,
  orderId: string,
): Promise<{ readonly body: EntryBody; readonly createdAt: Date } | undefined> {
  const [row] = await tx.query<{ body: EntryBody; createdAt: Date }>(
    `SELECT body, created_at AS "createdAt" FROM app.conditional_orders WHERE order_id = $1 AND kind = 'entry'`,
    [orderId],
  )
  return row
}
