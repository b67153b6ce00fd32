// Fills and ended orders with everything their evidence contains.

import type { AcceptedOrder } from '@fairlot/proof'
import type { Tx } from '#platform/db'
import { boundsOfIds } from '#platform/ids'
import { readPages } from '#platform/read-pages'

export interface FillRow {
  readonly shard: number
  readonly event: bigint
  readonly side: 'buy' | 'sell'
  readonly orderId: string
  readonly positionId: string
  readonly memberId: string
  readonly symbol: string
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly sequence: bigint
  readonly decidedBy: string
  readonly book: string
  readonly tradedAt: Date
  readonly date: string
  readonly settlesOn: string
  readonly entryId: string
  readonly settledAt: Date
  /** The trade as the exchange logged it; null when the log has no such trade at that moment. */
  readonly logged: string | null
  readonly loggedSequence: bigint | null
  /** The order as it was accepted. */
  readonly kind: 'stock' | 'etf'
  readonly purpose: string
  readonly direction: string
  readonly multiple: number
  readonly dayTrade: boolean
  readonly limit: number | null
  readonly ordered: number
  readonly validity: string
  readonly orderDate: string
  readonly origin: string
  readonly terms: string
  readonly placedAt: Date
  readonly replaces: string | null
  readonly deviceKey: string | null
  readonly signature: string | null
  /** When the position was opened: a day trade ends on that day. */
  readonly openedOn: string | null
  /** The step of the order's timeline that records this fill. */
  readonly step: number | null
  readonly stepHash: string | null
}

const fillColumns = `f.shard, f.event, f.side, f.order_id::text AS "orderId", f.position_id::text AS "positionId",
  f.member_id::text AS "memberId", f.symbol, f.price, f.quantity, f.fee, f.tax, f.borrow_fee AS "borrowFee", f.sequence,
  f.decided_by AS "decidedBy", f.book::text AS book, f.traded_at AS "tradedAt", f.date::text AS date,
  f.settles_on::text AS "settlesOn", f.entry_id::text AS "entryId", f.settled_at AS "settledAt",
  e.body AS logged, e.sequence AS "loggedSequence",
  o.kind, o.purpose, o.direction, o.multiple, o.day_trade AS "dayTrade", o.price AS limit, o.quantity AS ordered,
  o.validity, o.date::text AS "orderDate", o.origin, encode(o.terms, 'hex') AS terms, o.placed_at AS "placedAt", o.replaces::text AS replaces,
  o.device_key::text AS "deviceKey",
  o.signature, p.opened_on::text AS "openedOn", s.n AS step, encode(s.hash, 'hex') AS "stepHash"`

// All of these are partitioned by month. The log is keyed by time: without the time, every month would be searched.
// OFFSET: orders and steps are looked up by id, each in its month. A join of other form could read all months.
const fillSources = `app.fills f
  JOIN LATERAL (SELECT * FROM app.orders x WHERE x.id = f.order_id OFFSET 0) AS o ON o.member_id = f.member_id
  LEFT JOIN exchange.events e ON e.shard = f.shard AND e.event = f.event AND NOT e.practice AND e.at = f.traded_at
    AND e.kind IN ('traded', 'odd-traded', 'allocated')
  LEFT JOIN app.positions p ON p.id = f.position_id
  LEFT JOIN LATERAL (SELECT x.* FROM app.order_steps x WHERE x.order_id = f.order_id AND x.what = 'filled' OFFSET 0) AS s
    ON (s.data ->> 'event')::bigint = f.event`

export interface FillKey {
  readonly shard: number
  readonly event: bigint
  readonly side: string
}

export async function findFill(tx: Tx, key: FillKey, memberId?: string): Promise<FillRow | undefined> {
  const [row] = await tx.query<FillRow>(
    `SELECT ${fillColumns} FROM ${fillSources}
     WHERE f.shard = $1 AND f.event = $2 AND f.side = $3 AND ($4::uuid IS NULL OR f.member_id = $4)`,
    [key.shard, key.event, key.side, memberId ?? null],
  )
  return row
}

const fillNotInATree = `NOT EXISTS (
  SELECT FROM audit.tree_leaves l JOIN audit.trees t ON t.id = l.tree
  WHERE l.subject = concat_ws('/', f.shard, f.event, f.side) AND l.body <> '' AND t.kind = 'fills')`

/**
 * Trading days up to `upTo` with fills that are in no tree yet. Goes back two weeks; the verifier covers older days.
 */
export const fillDatesToBuild = async (tx: Tx, upTo: string): Promise<readonly string[]> => {
  const rows = await tx.query<{ date: string }>(
    `SELECT DISTINCT f.date::text AS date FROM app.fills f
     WHERE f.date <= $1 AND f.date > $1::date - 14 AND f.traded_at > $1::date - 28 AND ${fillNotInATree} ORDER BY 1`,
    [upTo],
  )
  return rows.map(({ date }) => date)
}

/** Each has the book, the trade and its leaf: about ten kilobytes. */
const fillsAtOnce = 250

export const readFillsToBuild = (tx: Tx, date: string): AsyncGenerator<readonly FillRow[]> =>
  readPages<FillRow>(
    tx,
    `SELECT ${fillColumns} FROM ${fillSources}
     WHERE f.date = $1::date AND f.traded_at > $1::date - 14 AND ${fillNotInATree} ORDER BY f.shard, f.event, f.side`,
    [date],
    fillsAtOnce,
  )

/** The fills of these leaves in their current state. */
export const readFills = (tx: Tx, ids: readonly string[]): Promise<readonly FillRow[]> =>
  tx.query<FillRow>(
    `SELECT ${fillColumns}
     FROM (SELECT split_part(id, '/', 1)::smallint AS shard, split_part(id, '/', 2)::bigint AS event,
             split_part(id, '/', 3) AS side FROM unnest($1::text[]) AS id) AS k
     JOIN ${fillSources} ON true
     WHERE f.shard = k.shard AND f.event = k.event AND f.side = k.side`,
    [ids],
  )

/** Fills in no tree on days that have a tree: either the fill was added afterwards or its leaf was removed. */
export const readUnprovenFills = async (tx: Tx, limit: number): Promise<readonly string[]> => {
  const rows = await tx.query<{ id: string }>(
    `SELECT concat_ws('/', f.shard, f.event, f.side) AS id FROM app.fills f
     WHERE f.settled_at < coalesce((SELECT max(built_at) FROM audit.trees WHERE kind = 'fills' AND date > f.date), '-infinity')
       AND ${fillNotInATree} ORDER BY f.shard, f.event LIMIT $1`,
    [limit],
  )
  return rows.map(({ id }) => id)
}

export interface Leg {
  readonly entryId: string
  readonly account: string
  readonly asset: string
  readonly amount: bigint
}

export async function readLegs(
  tx: Tx,
  entries: readonly string[],
): Promise<ReadonlyMap<string, readonly Leg[]>> {
  if (entries.length === 0) return new Map()
  const rows = await tx.query<Leg>(
    `SELECT entry_id::text AS "entryId", account, asset, amount FROM ledger.legs_of($1::uuid[])`,
    [entries],
  )
  return Map.groupBy(rows, ({ entryId }) => entryId)
}

export interface EndedOrder {
  readonly orderId: string
  readonly memberId: string
  readonly date: string
  readonly state: string
  readonly reason: string | null
  readonly filled: number
  readonly steps: number
  readonly stepsHash: string
}

const orderColumns = `o.id::text AS "orderId", o.member_id::text AS "memberId", o.date::text AS date, o.state, o.reason,
  o.filled_shares AS filled, o.steps, encode(o.steps_hash, 'hex') AS "stepsHash"`

const orderToBuild = `o.placed_at > $1::date - 14 AND o.id >= app.first_order_id($1::date - 14) AND o.state <> 'entrusted'
  AND NOT EXISTS (
    SELECT FROM audit.tree_leaves l JOIN audit.trees t ON t.id = l.tree
    WHERE l.subject = o.id::text AND l.body <> '' AND t.kind = 'orders')`

/** The same for ended orders. */
export const orderDatesToBuild = async (tx: Tx, upTo: string): Promise<readonly string[]> => {
  const rows = await tx.query<{ date: string }>(
    `SELECT DISTINCT o.date::text AS date FROM app.orders o WHERE ${orderToBuild} AND o.date <= $1 ORDER BY 1`,
    [upTo],
  )
  return rows.map(({ date }) => date)
}

export const readOrdersToBuild = (
  tx: Tx,
  upTo: string,
  date: string,
): AsyncGenerator<readonly EndedOrder[]> =>
  readPages<EndedOrder>(
    tx,
    `SELECT ${orderColumns} FROM app.orders o WHERE ${orderToBuild} AND o.date = $2::date ORDER BY o.id`,
    [upTo, date],
  )

export const readOrders = (tx: Tx, ids: readonly string[]): Promise<readonly EndedOrder[]> =>
  tx.query<EndedOrder>(
    `SELECT ${orderColumns} FROM app.orders o WHERE o.id = ANY ($1::uuid[]) AND o.id BETWEEN $2 AND $3`,
    [ids, ...boundsOfIds(ids)],
  )

export const readOrdersAfter = (tx: Tx, after: string, limit: number): Promise<readonly EndedOrder[]> =>
  tx.query<EndedOrder>(`SELECT ${orderColumns} FROM app.orders o WHERE o.id > $1 ORDER BY o.id LIMIT $2`, [
    after,
    limit,
  ])

export interface AcceptedRow extends AcceptedOrder {
  readonly orderId: string
  readonly placedAt: Date
}

/** What the first steps of a timeline follow from. Without the orders whose first steps are stored, as before 0.2.0. */
export const readAccepted = (tx: Tx, orders: readonly string[]): Promise<readonly AcceptedRow[]> =>
  tx.query<AcceptedRow>(
    `SELECT id::text AS "orderId", placed_at AS "placedAt", side, price, quantity, validity, origin, replaces::text AS replaces,
       worst_price AS "worstPrice", held_cash AS "heldCash", held_shares AS "heldShares"
     FROM app.orders WHERE id = ANY ($1::uuid[]) AND id BETWEEN $2 AND $3 AND held_cash IS NOT NULL`,
    [orders, ...boundsOfIds(orders)],
  )

export interface StepRow {
  readonly orderId: string
  readonly n: number
  readonly at: Date
  readonly what: string
  readonly who: string
  readonly data: string
  readonly hash: string
}

export const readSteps = (tx: Tx, orders: readonly string[]): Promise<readonly StepRow[]> =>
  tx.query<StepRow>(
    `SELECT order_id::text AS "orderId", n, at, what, who, data::text AS data, encode(hash, 'hex') AS hash
     FROM app.order_steps WHERE order_id = ANY ($1::uuid[]) AND order_id BETWEEN $2 AND $3 ORDER BY order_id, n`,
    [orders, ...boundsOfIds(orders)],
  )
