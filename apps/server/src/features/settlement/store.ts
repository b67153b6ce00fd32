// The SQL of settlement. Rows are passed as arrays, so that a transaction runs one statement per table for any number
// of orders in the batch.

import type { InstrumentKind, Side } from '@fairlot/contract/venue'
import type { AccountCode, OpenHold } from '@fairlot/ledger'
import type { Direction, OrderState, TradingTerms } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { LogPosition } from '#platform/event-log'
import { boundsOfIds } from '#platform/ids'
import { holdPartsOf, openHolds } from './hold-parts.ts'
import type { SettlementOrder, OrderOrigin } from './settlement-input.ts'
import type { FillRow, SeatNetChange } from './settle.ts'
import type { Step } from '#features/orders'

const milliseconds = (column: string): string => `floor(extract(epoch FROM ${column}) * 1000)::float8`

/** How far a shard is settled, and its trading day at that point. */
export interface Cursor extends LogPosition {
  readonly date: string | null
}

export async function readCursor(tx: Tx, shard: number): Promise<Cursor | undefined> {
  const [row] = await tx.query<Cursor>(
    `SELECT sequence::float8 AS sequence, event::float8 AS event, hash, date::text AS date
     FROM settlement.cursors WHERE shard = $1`,
    [shard],
  )
  return row
}

/**
 * Returns `lost` when the cursor is not where this process left it: another process has settled these events. Returns
 * `blocked` when events of the shard are set aside: later events of the same orders must wait for them.
 */
export async function moveCursor(
  tx: Tx,
  shard: number,
  from: Cursor | undefined,
  to: Cursor,
): Promise<'lost' | 'moved' | 'blocked'> {
  const waiting = `EXISTS (SELECT FROM settlement.set_aside a WHERE a.shard = $1 AND a.state = 'waiting') AS blocked`
  const [moved] = from
    ? await tx.query<{ blocked: boolean }>(
        `UPDATE settlement.cursors SET event = $2, sequence = $3, hash = $4, date = $5, at = clock_timestamp()
         WHERE shard = $1 AND event = $6 AND sequence = $7 AND hash = $8 RETURNING ${waiting}`,
        [shard, to.event, to.sequence, to.hash, to.date, from.event, from.sequence, from.hash],
      )
    : await tx.query<{ blocked: boolean }>(
        `INSERT INTO settlement.cursors (shard, event, sequence, hash, date, at)
         VALUES ($1, $2, $3, $4, $5, clock_timestamp()) ON CONFLICT DO NOTHING RETURNING ${waiting}`,
        [shard, to.event, to.sequence, to.hash, to.date],
      )
  return moved ? (moved.blocked ? 'blocked' : 'moved') : 'lost'
}

/** The orders whose events are set aside, each with the first of those events. */
export async function readBlocked(tx: Tx, shard: number): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ order: string; event: number }>(
    `SELECT o.id AS "order", min(a.event)::float8 AS event
     FROM settlement.set_aside a CROSS JOIN LATERAL unnest(a.orders) AS o (id)
     WHERE a.shard = $1 AND a.state = 'waiting' GROUP BY 1`,
    [shard],
  )
  return new Map(rows.map(({ order, event }) => [order, event]))
}

/** For events that concern no member. If a crash loses the commit, settlement reads the same events again. */
export async function commitLazily(tx: Tx): Promise<void> {
  await tx.query('SET LOCAL synchronous_commit = off')
}

/**
 * The plans of this transaction are kept and find rows by index: planning a statement over all months costs more than
 * running it, and PostgreSQL would choose to plan it each time.
 */
export async function keepPlans(tx: Tx): Promise<void> {
  await tx.query(
    `SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true)`,
  )
}

export async function readSeats(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ code: string; ledgerId: string }>(
    'SELECT code, ledger_id AS "ledgerId" FROM app.seats',
  )
  return new Map(rows.map(({ code, ledgerId }) => [code, ledgerId]))
}

export async function readTerms(
  tx: Tx,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, TradingTerms>> {
  const rows = await tx.query<{ hash: string; body: TradingTerms }>(
    `SELECT encode(hash, 'hex') AS hash, body FROM app.terms
     WHERE hash = ANY (SELECT decode(u, 'hex') FROM unnest($1::text[]) AS u)`,
    [hashes],
  )
  return new Map(rows.map(({ hash, body }) => [hash, body]))
}

interface OrderRow {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly positionId: string
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly quantity: number
  readonly worstPrice: number
  readonly origin: OrderOrigin
  readonly replaces: string | null
  readonly terms: string
  readonly state: OrderState
  readonly reason: string | null
  readonly acceptedAt: number | null
  readonly endedAt: number | null
  readonly left: number
  readonly filled: number
  readonly filledValue: bigint
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly loanRepaid: bigint
  readonly interestPaid: bigint
  readonly collateralFreed: bigint
  readonly steps: number
  readonly stepsHash: string
  readonly holds: readonly string[]
}

/**
 * Locks the orders until commit, because the api adds steps to the timelines of the same rows. Only settlement changes
 * the holds of a placed order, so they need no lock.
 */
export async function lockOrders(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettlementOrder>> {
  const [rows, holds] = await Promise.all([
    tx.query<OrderRow>(
      `SELECT o.id, o.member_id AS "memberId", o.symbol, o.kind, o.side, o.purpose, o.position_id AS "positionId",
         o.direction, o.multiple, o.day_trade AS "dayTrade", o.quantity, o.worst_price AS "worstPrice", o.origin, o.replaces,
         encode(o.terms, 'hex') AS terms, o.state, o.reason, ${milliseconds('o.accepted_at')} AS "acceptedAt",
         ${milliseconds('o.ended_at')} AS "endedAt", o.left_shares AS left, o.filled_shares AS filled,
         o.filled_value AS "filledValue", o.fee, o.tax, o.borrow_fee AS "borrowFee",
         o.loan_repaid AS "loanRepaid", o.interest_paid AS "interestPaid", o.collateral_freed AS "collateralFreed", o.steps,
         encode(o.steps_hash, 'hex') AS "stepsHash", o.holds
       FROM app.orders o WHERE o.id = ANY ($1::uuid[]) AND o.id BETWEEN $2 AND $3 ORDER BY o.id FOR NO KEY UPDATE OF o`,
      [ids, ...boundsOfIds(ids)],
    ),
    readHolds(tx, ids),
  ])
  const open = new Map(holds.map((hold) => [hold.holdId, hold]))
  return new Map(
    rows.map(({ holds: named, ...row }) => [row.id, { ...row, holdParts: holdPartsOf(row, named, open) }]),
  )
}

const readHolds = (tx: Tx, orderIds: readonly string[]): Promise<readonly OpenHold[]> =>
  tx.query<OpenHold>(
    `SELECT h.hold_id AS "holdId", h.account, h.reference, h.remaining FROM ledger.open_holds_by_id(ARRAY(
       SELECT unnest(o.holds) FROM app.orders o WHERE o.id = ANY ($1::uuid[]) AND o.id BETWEEN $2 AND $3)) AS h`,
    [orderIds, ...boundsOfIds(orderIds)],
  )

/** The owners of these opening orders who are approved for day trading. */
export async function readEligible(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    `SELECT d.member_id AS id FROM app.day_trading_applications d
     WHERE d.state = 'passed' AND d.member_id = ANY (ARRAY(
       SELECT o.member_id FROM app.orders o
       WHERE o.id = ANY ($1::uuid[]) AND o.id BETWEEN $2 AND $3 AND o.purpose = 'open'))`,
    [orderIds, ...boundsOfIds(orderIds)],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function readBalances(
  tx: Tx,
  accounts: readonly AccountCode[],
): Promise<ReadonlyMap<AccountCode, bigint>> {
  const rows = await tx.query<{ account: AccountCode; amount: string }>(
    `SELECT u AS account, ledger.balance_of(u)::text AS amount FROM unnest($1::text[]) AS u`,
    [accounts],
  )
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]))
}

export async function updateOrders(tx: Tx, orders: readonly SettlementOrder[]): Promise<void> {
  if (orders.length === 0) return
  await tx.query(
    `UPDATE app.orders o SET state = u.state, reason = u.reason, accepted_at = to_timestamp(u.accepted_at / 1000),
       ended_at = to_timestamp(u.ended_at / 1000), left_shares = u.left_shares, filled_shares = u.filled_shares,
       filled_value = u.filled_value, fee = u.fee, tax = u.tax, borrow_fee = u.borrow_fee,
       loan_repaid = u.loan_repaid, interest_paid = u.interest_paid, collateral_freed = u.collateral_freed,
       steps = u.steps, steps_hash = decode(u.steps_hash, 'hex'), holds = u.holds::uuid[]
     FROM unnest($1::uuid[], $2::text[], $3::text[], $4::float8[], $5::float8[], $6::int[], $7::int[], $8::bigint[],
       $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::int[], $16::text[],
       $17::text[])
       AS u (id, state, reason, accepted_at, ended_at, left_shares, filled_shares, filled_value, fee, tax, borrow_fee,
         loan_repaid, interest_paid, collateral_freed, steps, steps_hash, holds)
     WHERE o.id = u.id AND o.id BETWEEN $18 AND $19`,
    [
      orders.map(({ id }) => id),
      orders.map(({ state }) => state),
      orders.map(({ reason }) => reason),
      orders.map(({ acceptedAt }) => acceptedAt),
      orders.map(({ endedAt }) => endedAt),
      orders.map(({ left }) => left),
      orders.map(({ filled }) => filled),
      orders.map(({ filledValue }) => filledValue),
      orders.map(({ fee }) => fee),
      orders.map(({ tax }) => tax),
      orders.map(({ borrowFee }) => borrowFee),
      orders.map(({ loanRepaid }) => loanRepaid),
      orders.map(({ interestPaid }) => interestPaid),
      orders.map(({ collateralFreed }) => collateralFreed),
      orders.map(({ steps }) => steps),
      orders.map(({ stepsHash }) => stepsHash),
      // A list of lists is no array of PostgreSQL: each list is text.
      orders.map(({ holdParts }) => `{${openHolds(holdParts).join(',')}}`),
      ...boundsOfIds(orders.map(({ id }) => id)),
    ],
  )
}

/** Writes amounts as text, because a JSON number above 2^53 loses digits. */
export const toJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

export interface SettledFill extends FillRow {
  readonly shard: number
  readonly entryId: string
}

/** Reads the sequence of each fill from the exchange log. Throws when a fill is not in the log. */
export async function insertFills(tx: Tx, fills: readonly SettledFill[], settledAt: Date): Promise<void> {
  if (fills.length === 0) return
  const times = fills.map(({ tradedAt }) => tradedAt)
  const written = await tx.query(
    `INSERT INTO app.fills (shard, event, side, order_id, position_id, member_id, symbol, price, quantity, fee, tax,
       borrow_fee, realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at)
     SELECT u.shard, u.event, u.side, u."orderId", u."positionId", u."memberId", u.symbol, u.price, u.quantity,
       u.fee, u.tax, u."borrowFee", u.realised, e.sequence, u."decidedBy", u.book::json, e.at, u.date, u."settlesOn",
       u."entryId", $2
     FROM jsonb_to_recordset($1) AS u (shard smallint, event bigint, side text, "orderId" uuid, "positionId" uuid,
       "memberId" uuid, symbol text, price int, quantity int, fee bigint, tax bigint, "borrowFee" bigint, realised bigint,
       "decidedBy" text, book text, date date, "settlesOn" date, "entryId" uuid)
     -- LATERAL with LIMIT 1 finds each event by its key, even if the planner's statistics are from a small log. The
     -- times exclude the partitions of other months.
     CROSS JOIN LATERAL (SELECT l.sequence, l.at FROM exchange.events l
       WHERE l.shard = u.shard AND l.event = u.event AND NOT l.practice AND l.kind IN ('traded', 'odd-traded', 'allocated')
         AND l.at BETWEEN $3 AND $4
       LIMIT 1) AS e
     RETURNING 1`,
    [toJson(fills), settledAt, new Date(Math.min(...times) - 1_000), new Date(Math.max(...times) + 1_000)],
  )
  if (written.length !== fills.length)
    throw new Error(`${fills.length - written.length} fills are not in the exchange log`)
}

export async function insertSteps(tx: Tx, steps: readonly Step[]): Promise<void> {
  if (steps.length === 0) return
  await tx.query(
    `INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
     SELECT order_id, n, to_timestamp(at / 1000), what, who, data::json, decode(hash, 'hex')
     FROM unnest($1::uuid[], $2::int[], $3::float8[], $4::text[], $5::text[], $6::text[], $7::text[])
       AS u (order_id, n, at, what, who, data, hash)`,
    [
      steps.map(({ orderId }) => orderId),
      steps.map(({ n }) => n),
      steps.map(({ at }) => at),
      steps.map(({ what }) => what),
      steps.map(({ who }) => who),
      steps.map(({ data }) => data),
      steps.map(({ hash }) => hash),
    ],
  )
}

/** Writes in key order: shards share a seat's cash, and two shards that write in different orders would deadlock. */
export async function addSeatNets(tx: Tx, nets: readonly SeatNetChange[]): Promise<void> {
  if (nets.length === 0) return
  await tx.query(
    `INSERT INTO settlement.seat_nets AS n (seat, asset, due, amount)
     SELECT u.seat, u.asset, u.due, u.amount
     FROM unnest($1::text[], $2::text[], $3::date[], $4::bigint[]) AS u (seat, asset, due, amount)
     ORDER BY u.seat, u.asset, u.due
     ON CONFLICT (seat, asset, due) DO UPDATE SET amount = n.amount + excluded.amount`,
    [
      nets.map(({ seat }) => seat),
      nets.map(({ asset }) => asset),
      nets.map(({ due }) => due),
      nets.map(({ amount }) => amount),
    ],
  )
}

/** Deletes and returns all sums, for one posting. A concurrent addition waits and then inserts a new row. */
export const takeSeatNets = (
  tx: Tx,
): Promise<readonly { seat: string; asset: string; due: string; amount: bigint }[]> =>
  tx.query(
    `WITH rows AS (
       SELECT seat, asset, due FROM settlement.seat_nets ORDER BY seat, asset, due FOR UPDATE
     )
     DELETE FROM settlement.seat_nets n USING rows r
     WHERE n.seat = r.seat AND n.asset = r.asset AND n.due = r.due
     RETURNING n.seat, n.asset, n.due::text AS due, n.amount`,
  )

export interface Due {
  readonly due: string
  readonly owner: string
  readonly asset: string
}

/** Inserts the dues. An existing row is locked and not changed, because the sweep may be about to delete it. */
export async function addDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return
  await tx.query(
    `INSERT INTO settlement.dues (due, owner, asset)
     SELECT * FROM unnest($1::date[], $2::text[], $3::text[]) AS u (due, owner, asset) ORDER BY 1, 2, 3
     ON CONFLICT (due, owner, asset) DO UPDATE SET due = excluded.due WHERE false`,
    [dues.map(({ due }) => due), dues.map(({ owner }) => owner), dues.map(({ asset }) => asset)],
  )
}
