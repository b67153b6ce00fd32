// The SQL of settlement's positions.

import type { Tx } from '#platform/db'
import type { SettlementPosition } from './settlement-input.ts'
import { toJson } from './store.ts'

const positionColumns = `p.id, p.member_id AS "memberId", p.symbol, p.kind, p.direction, p.multiple, p.product,
  p.opened_on::text AS "openedOn", floor(extract(epoch FROM p.opened_at) * 1000)::float8 AS "openedAt", p.settles_on::text AS "settlesOn",
  p.sellable_on::text AS "sellableOn", floor(extract(epoch FROM p.unlocks_at) * 1000)::float8 AS "unlocksAt", p.day_trade AS "dayTrade",
  p.state, p.reason, p.opened_shares AS "openedShares", p.shares, p.closing, p.opened_value AS "openedValue",
  p.open_fee AS "openFee", p.open_tax AS "openTax", p.borrow_fee AS "borrowFee", p.loan, p.collateral, p.interest,
  p.closed_value AS "closedValue", p.close_fee AS "closeFee", p.close_tax AS "closeTax",
  p.interest_paid AS "interestPaid", p.closed_basis AS "closedBasis", p.realised,
  floor(extract(epoch FROM p.closed_at) * 1000)::float8 AS "closedAt"`

/** Locks the positions until commit, in id order. A close request locks the same row before it places an order. */
export async function lockPositions(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SettlementPosition>> {
  const [rows, counts] = await Promise.all([
    tx.query<Omit<SettlementPosition, 'openCloses'>>(
      `SELECT ${positionColumns} FROM app.positions p WHERE p.id = ANY ($1::uuid[]) ORDER BY p.id FOR NO KEY UPDATE`,
      [ids],
    ),
    // A separate statement counts, so that it sees a close that committed while this transaction waited for the lock.
    tx.query<{ id: string; count: number }>(
      // A close is placed after its position was opened, which excludes the months before.
      `SELECT p.id, o.count FROM app.positions p CROSS JOIN LATERAL (
         SELECT count(*)::int AS count FROM app.orders x WHERE x.position_id = p.id AND x.purpose = 'close'
           AND x.state = 'entrusted' AND x.id >= app.first_order_id(p.opened_at)) AS o
       WHERE p.id = ANY ($1::uuid[])`,
      [ids],
    ),
  ])
  const open = new Map(counts.map(({ id, count }) => [id, count]))
  return new Map(rows.map((row) => [row.id, { ...row, openCloses: open.get(row.id) ?? 0 }]))
}

const asRecord = (position: SettlementPosition): object => ({
  ...position,
  openedAt: new Date(position.openedAt).toISOString(),
  unlocksAt: new Date(position.unlocksAt).toISOString(),
  closedAt: position.closedAt === null ? null : new Date(position.closedAt).toISOString(),
})

const positionRecord = `jsonb_to_recordset($1) AS u (id uuid, "memberId" uuid, symbol text, kind text, direction text,
  multiple smallint, product text, "openedOn" date, "openedAt" timestamptz, "settlesOn" date, "sellableOn" date,
  "unlocksAt" timestamptz, "dayTrade" boolean, state text, reason text, "openedShares" int, shares int, closing int,
  "openedValue" bigint, "openFee" bigint, "openTax" bigint, "borrowFee" bigint, loan bigint, collateral bigint,
  interest bigint, "closedValue" bigint, "closeFee" bigint, "closeTax" bigint, "interestPaid" bigint,
  "closedBasis" bigint, realised bigint, "closedAt" timestamptz)`

export async function insertPositions(tx: Tx, positions: readonly SettlementPosition[]): Promise<void> {
  if (positions.length === 0) return
  await tx.query(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, product, opened_on, opened_at,
       settles_on, sellable_on, unlocks_at, day_trade, state, reason, opened_shares, shares, closing, opened_value,
       open_fee, open_tax, borrow_fee, loan, collateral, interest, interest_through, closed_value, close_fee, close_tax,
       interest_paid, closed_basis, realised, closed_at)
     SELECT id, "memberId", symbol, kind, direction, multiple, product, "openedOn", "openedAt", "settlesOn",
       "sellableOn", "unlocksAt", "dayTrade", state, reason, "openedShares", shares, closing, "openedValue", "openFee",
       "openTax", "borrowFee", loan, collateral, interest, "openedOn", "closedValue", "closeFee", "closeTax",
       "interestPaid", "closedBasis", realised, "closedAt"
     FROM ${positionRecord}`,
    [toJson(positions.map(asRecord))],
  )
}

export async function updatePositions(tx: Tx, positions: readonly SettlementPosition[]): Promise<void> {
  if (positions.length === 0) return
  await tx.query(
    `UPDATE app.positions p SET state = u.state, reason = u.reason, opened_shares = u."openedShares", shares = u.shares,
       closing = u.closing, opened_value = u."openedValue", open_fee = u."openFee", open_tax = u."openTax",
       borrow_fee = u."borrowFee", loan = u.loan, collateral = u.collateral, interest = u.interest,
       closed_value = u."closedValue", close_fee = u."closeFee", close_tax = u."closeTax",
       interest_paid = u."interestPaid", closed_basis = u."closedBasis", realised = u.realised,
       closed_at = u."closedAt"
     FROM ${positionRecord} WHERE p.id = u.id`,
    [toJson(positions.map(asRecord))],
  )
}
