import type { Side } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import { boundsOfIds } from '#platform/ids'
import { isBehind } from '#platform/trade-cursor'

/** What settlement has booked of one shard and the notices have not read. */
export interface UnreadRange {
  readonly shard: number
  readonly from: bigint
  readonly upto: bigint
  /** No event of the range is older. */
  readonly since: Date
}

/** A condition. */
export const areTradesUnread = isBehind({ table: 'app.trade_notice_cursors', heads: 'settlement.cursors' })

/** At most `max` events per shard. The cursors are locked: a second worker waits and then finds them moved. */
export async function lockUnread(tx: Tx, max: bigint): Promise<readonly UnreadRange[]> {
  await tx.query(
    `INSERT INTO app.trade_notice_cursors (shard, event, at)
     SELECT s.shard, 0, '-infinity' FROM settlement.cursors s ON CONFLICT DO NOTHING`,
  )
  return tx.query<UnreadRange>(
    `SELECT c.shard, c.event AS "from", least(s.event, c.event + $1) AS upto,
       greatest(c.at, '2000-01-01'::timestamptz) AS since
     FROM app.trade_notice_cursors c JOIN settlement.cursors s ON s.shard = c.shard
     WHERE s.event > c.event ORDER BY c.shard FOR UPDATE OF c`,
    [max],
  )
}

/**
 * `newest` is the time of the newest event that was read: no later event of the shard is older. The time of settlement's
 * own cursor is when it booked, which is later than events that it has not booked yet.
 */
export async function moveCursor(
  tx: Tx,
  { shard, upto }: UnreadRange,
  newest: Date | undefined,
): Promise<void> {
  await tx.query(
    'UPDATE app.trade_notice_cursors SET event = $2, at = greatest(at, coalesce($3, at)) WHERE shard = $1',
    [shard, upto, newest ?? null],
  )
}

/** The fills of one order in the range. */
export interface FilledPart {
  readonly orderId: string
  readonly quantity: number
  readonly value: bigint
  readonly costs: bigint
  /** Null for an opening order. */
  readonly realised: bigint | null
  /** Shares filled up to the end of the range, with those of earlier notices. */
  readonly filled: number
  readonly event: bigint
  readonly at: Date
}

export const readFilled = (
  tx: Tx,
  { shard, from, upto, since }: UnreadRange,
): Promise<readonly FilledPart[]> =>
  tx.query<FilledPart>(
    `WITH fresh AS (
       SELECT f.order_id, sum(f.quantity)::integer AS quantity, sum(f.price::bigint * f.quantity)::bigint AS value,
         sum(f.fee + f.tax + f.borrow_fee)::bigint AS costs, sum(f.realised)::bigint AS realised,
         max(f.event) AS event, max(f.traded_at) AS at
       FROM app.fills f
       WHERE f.shard = $1 AND f.event > $2 AND f.event <= $3 AND f.traded_at >= $4 GROUP BY f.order_id
     )
     SELECT n.order_id AS "orderId", n.quantity, n.value, n.costs, n.realised, n.event, n.at, (
         -- An order ends with its day.
         SELECT sum(a.quantity)::integer FROM app.fills a
         WHERE a.order_id = n.order_id AND a.event <= $3 AND a.traded_at BETWEEN n.at - interval '2 days' AND n.at
       ) AS filled
     FROM fresh n ORDER BY n.event, n.order_id`,
    [shard, from, upto, since],
  )

/** An event by which the venue ended orders of members, or refused them. */
export interface EndEvent {
  readonly event: bigint
  readonly at: Date
  readonly body: string
}

export const readEnds = (tx: Tx, { shard, from, upto, since }: UnreadRange): Promise<readonly EndEvent[]> =>
  tx.query<EndEvent>(
    `SELECT e.event, e.at, e.body FROM exchange.events e
     WHERE e.shard = $1 AND NOT e.practice AND e.event > $2 AND e.event <= $3 AND e.at >= $4
       AND e.kind IN ('cancelled', 'refused') ORDER BY e.event`,
    [shard, from, upto, since],
  )

export interface NotifiedOrder {
  readonly id: string
  readonly memberId: string
  readonly nameTw: string
  readonly nameEn: string
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly quantity: number
  readonly origin: 'member' | 'conditional' | 'liquidation' | 'auto-cover' | 'savings-plan' | 'copy'
  /** Who asked for the cancel; null without a request. */
  readonly askedBy: 'member' | 'system' | 'rule' | null
}

export const readOrders = (tx: Tx, ids: readonly string[]): Promise<readonly NotifiedOrder[]> =>
  tx.query<NotifiedOrder>(
    `SELECT o.id, o.member_id AS "memberId", i.name_tw AS "nameTw", i.name_en AS "nameEn", o.side, o.purpose, o.quantity,
       o.origin, CASE WHEN o.cancel_asked_at IS NOT NULL THEN (
         SELECT s.who FROM app.order_steps s WHERE s.order_id = o.id AND s.what = 'cancel-asked' ORDER BY s.n LIMIT 1
       ) END AS "askedBy"
     FROM app.orders o JOIN app.instruments i ON i.symbol = o.symbol
     WHERE o.id = ANY($1::uuid[]) AND o.id BETWEEN $2 AND $3`,
    [ids, ...boundsOfIds(ids)],
  )
