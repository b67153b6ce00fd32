import type { InstrumentKind } from '@fairlot/contract/venue'
import type { ConditionalKind, Direction, FiredLeg, StopLeg } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { EntryBody } from './entry/body.ts'

export type ConditionalState = 'waiting' | 'fired' | 'cancelled' | 'expired' | 'failed'

/** The legs as the member set them; stored unchanged, so that a repeated request can be recognised. */
export interface ConditionalBody {
  /** Requested shares; the take-profit of a pair may have sold some of them since. */
  readonly quantity: number
  readonly stop: StopLeg | null
  readonly takeProfit: { readonly price: number } | null
  /** Set for the opening order that carried it. */
  readonly exits?: true
}

export interface ConditionalRow {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly positionId: string
  readonly direction: Direction
  readonly kind: ConditionalKind
  readonly body: ConditionalBody
  readonly quantity: number
  readonly state: ConditionalState
  readonly reason: string | null
  readonly bestPrice: number | null
  readonly expiresOn: string
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly orderId: string | null
  readonly afterEvent: bigint
  readonly due: FiredLeg | null
  readonly tries: number
  /** The holds of its last reservation. */
  readonly holds: readonly string[]
  /** Cash held for it, or for its resting leg. */
  readonly held: bigint
}

const columns = `c.id, c.member_id AS "memberId", c.symbol, c.position_id AS "positionId", p.direction, c.kind, c.body,
  c.quantity, c.state, c.reason, c.best_price AS "bestPrice", c.expires_on::text AS "expiresOn",
  c.created_at AS "createdAt", c.ended_at AS "endedAt", c.order_id AS "orderId", c.after_event AS "afterEvent",
  c.due, c.tries, c.holds, coalesce((SELECT sum(h.remaining)
    FROM ledger.open_holds_by_id(c.holds || ARRAY(SELECT unnest(o.holds) FROM app.orders o WHERE o.id = c.order_id)) AS h
    WHERE h.account LIKE 'member/%/TWD/%'), 0)::bigint AS held`

export async function readConditional(tx: Tx, id: string): Promise<ConditionalRow | undefined> {
  const [row] = await tx.query<ConditionalRow>(
    `SELECT ${columns} FROM app.conditional_orders c JOIN app.positions p ON p.id = c.position_id WHERE c.id = $1`,
    [id],
  )
  return row
}

/** Locked until the end, so that firing, cancelling and ending happen one after the other. */
export async function lockConditional(tx: Tx, id: string): Promise<ConditionalRow | undefined> {
  const [row] = await tx.query<ConditionalRow>(
    `SELECT ${columns} FROM app.conditional_orders c JOIN app.positions p ON p.id = c.position_id
     WHERE c.id = $1 FOR UPDATE OF c`,
    [id],
  )
  return row
}

export const listConditionalRows = (
  tx: Tx,
  memberId: string,
  which: 'waiting' | 'ended',
  positionId: string | undefined,
): Promise<readonly ConditionalRow[]> =>
  tx.query<ConditionalRow>(
    `SELECT ${columns} FROM app.conditional_orders c JOIN app.positions p ON p.id = c.position_id
     WHERE c.member_id = $1 AND (c.state = 'waiting') = $2 AND ($3::uuid IS NULL OR c.position_id = $3)
     ORDER BY c.created_at DESC, c.id DESC LIMIT 200`,
    [memberId, which === 'waiting', positionId ?? null],
  )

export async function countWaiting(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.conditional_orders WHERE member_id = $1 AND state = 'waiting'`,
    [memberId],
  )
  return row!.count
}

/** Whose waiting conditional orders: a member's, a position's or a stock's. */
export type ConditionalsOf =
  | { readonly memberId: string }
  | { readonly positionId: string }
  | { readonly symbol: string }

/** In id order, so that two transactions that end several do not deadlock. */
export async function readWaitingIds(tx: Tx, of: ConditionalsOf): Promise<readonly string[]> {
  const [column, id] =
    'memberId' in of
      ? ['member_id', of.memberId]
      : 'symbol' in of
        ? ['symbol', of.symbol]
        : ['position_id', of.positionId]
  const rows = await tx.query<{ id: string }>(
    `SELECT id FROM app.conditional_orders WHERE ${column} = $1 AND state = 'waiting' ORDER BY id`,
    [id],
  )
  return rows.map((row) => row.id)
}

export interface NewConditional {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  /** Null for an entry. */
  readonly positionId: string | null
  readonly kind: ConditionalKind | 'entry'
  readonly body: ConditionalBody | EntryBody
  readonly quantity: number
  readonly bestPrice: number | null
  readonly expiresOn: string
  readonly createdAt: Date
  readonly afterEvent: bigint
  readonly pricedOn: string
  readonly holds: readonly string[]
  /** Of an entry: the price its hold was computed with. */
  readonly worstPrice: number | null
}

export async function insertConditional(tx: Tx, row: NewConditional): Promise<void> {
  await tx.query(
    `INSERT INTO app.conditional_orders
       (id, member_id, symbol, position_id, kind, body, quantity, best_price, expires_on, created_at, after_event,
        priced_on, holds, worst_price)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::uuid[], $14)`,
    [
      row.id,
      row.memberId,
      row.symbol,
      row.positionId,
      row.kind,
      JSON.stringify(row.body),
      row.quantity,
      row.bestPrice,
      row.expiresOn,
      row.createdAt,
      row.afterEvent,
      row.pricedOn,
      row.holds,
      row.worstPrice,
    ],
  )
}

/** Ended without firing: cancelled, expired or failed. */
export async function endRow(
  tx: Tx,
  id: string,
  state: 'cancelled' | 'expired' | 'failed',
  reason: string | null,
  at: Date,
): Promise<void> {
  await tx.query('UPDATE app.conditional_orders SET state = $2, reason = $3, ended_at = $4 WHERE id = $1', [
    id,
    state,
    reason,
    at,
  ])
}

export interface PositionRow {
  readonly symbol: string
  readonly instrument: InstrumentKind
  readonly direction: Direction
  readonly state: 'holding' | 'preparing-to-close' | 'closed'
  readonly shares: number
  readonly closing: number
  readonly collateral: bigint
  readonly dayTrade: boolean
  readonly sellableOn: string
  readonly unlocksAt: Date
}

export async function lockPosition(
  tx: Tx,
  memberId: string,
  positionId: string,
): Promise<PositionRow | undefined> {
  const [row] = await tx.query<PositionRow>(
    `SELECT symbol, kind AS instrument, direction, state, shares, closing, collateral, day_trade AS "dayTrade",
       sellable_on::text AS "sellableOn", unlocks_at AS "unlocksAt"
     FROM app.positions WHERE id = $1 AND member_id = $2 FOR UPDATE`,
    [positionId, memberId],
  )
  return row
}

/** Whether a running copy bought together with this position of its mentor. */
export async function isCopied(tx: Tx, positionId: string): Promise<boolean> {
  const [row] = await tx.query<{ copied: boolean }>(
    `SELECT EXISTS (SELECT FROM app.copy_blocks b JOIN app.copy_block_lines l ON l.block_id = b.id AND l.order_id IS NOT NULL
       JOIN app.copies c ON c.id = l.copy_id AND c.state = 'following'
       WHERE b.lead_order = $1 AND b.side = 'buy') AS copied`,
    [positionId],
  )
  return row!.copied
}

/** Shares of a waiting conditional order count as closing: no other order may close them. */
export async function addClosing(tx: Tx, positionId: string, shares: number): Promise<void> {
  await tx.query('UPDATE app.positions SET closing = closing + $2 WHERE id = $1', [positionId, shares])
}

export interface Standing {
  /** The last event of the shard that this answer includes. */
  readonly event: bigint
  readonly date: string | null
  readonly reference: number | null
  readonly upper: number | null
  readonly lower: number | null
  /** The last trade of the day; null before the first. */
  readonly last: number | null
}

/**
 * The state of the instrument in one snapshot: a trade is either the last one here or has a larger event number, so
 * none can be missed between this read and the conditional order.
 */
export async function readStanding(tx: Tx, symbol: string, shard: number): Promise<Standing> {
  const [row] = await tx.query<Standing>(
    `SELECT coalesce(s.event, 0) AS event, d.date::text AS date, d.reference, d.upper, d.lower, t.price AS last
     FROM (SELECT 1) AS one
     LEFT JOIN exchange.shards s ON s.shard = $2
     LEFT JOIN app.conditional_days d ON d.symbol = $1
     LEFT JOIN LATERAL (
       SELECT (body::jsonb ->> 'price')::integer AS price FROM exchange.events
       WHERE symbol = $1 AND kind = 'traded' AND NOT practice AND event > d.event ORDER BY event DESC LIMIT 1
     ) t ON true`,
    [symbol, shard],
  )
  return row!
}

export async function readNames(
  tx: Tx,
  symbol: string,
): Promise<{ readonly nameTw: string; readonly nameEn: string }> {
  const [row] = await tx.query<{ nameTw: string; nameEn: string }>(
    `SELECT name_tw AS "nameTw", name_en AS "nameEn" FROM app.instruments WHERE symbol = $1`,
    [symbol],
  )
  return row!
}
