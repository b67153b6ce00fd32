import type { InstrumentKind } from '@fairlot/contract/venue'
import type { Direction } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { Due } from '../store.ts'

/**
 * Locked against a settler that adds to a date that is due: either the settler waits and finds the row gone, or this
 * job sees the addition.
 */
export const lockDues = (
  tx: Tx,
  upTo: string,
  after: Due | undefined,
  limit: number,
): Promise<readonly Due[]> =>
  tx.query<Due>(
    `SELECT due::text AS due, owner, asset FROM settlement.dues
     WHERE due <= $1::date AND (due, owner, asset) > ($2::date, $3, $4)
     ORDER BY settlement.dues.due, owner, asset LIMIT $5 FOR UPDATE`,
    [upTo, after?.due ?? '-infinity', after?.owner ?? '', after?.asset ?? '', limit],
  )

export async function forgetDues(tx: Tx, dues: readonly Due[]): Promise<void> {
  if (dues.length === 0) return
  await tx.query(
    `DELETE FROM settlement.dues d
     USING unnest($1::date[], $2::text[], $3::text[]) AS u (due, owner, asset)
     WHERE (d.due, d.owner, d.asset) = (u.due, u.owner, u.asset)`,
    [dues.map(({ due }) => due), dues.map(({ owner }) => owner), dues.map(({ asset }) => asset)],
  )
}

export interface Loan {
  readonly id: string
  readonly memberId: string
  readonly loan: bigint
  readonly openedOn: string
  readonly through: string
  /** Hash of the opening order's terms, hex. */
  readonly terms: string
}

export const lockLoans = (tx: Tx, today: string, limit: number): Promise<readonly Loan[]> =>
  tx.query<Loan>(
    `SELECT p.id, p.member_id AS "memberId", p.loan, p.opened_on::text AS "openedOn",
       p.interest_through::text AS through, encode(o.terms, 'hex') AS terms
     FROM app.positions p JOIN app.orders o ON o.id = p.id
     WHERE p.state <> 'closed' AND p.loan > 0 AND p.interest_through < $1::date
     ORDER BY p.id LIMIT $2 FOR NO KEY UPDATE OF p`,
    [today, limit],
  )

export async function writeInterest(
  tx: Tx,
  grown: readonly { readonly id: string; readonly amount: bigint }[],
  through: string,
): Promise<void> {
  await tx.query(
    `UPDATE app.positions p SET interest = p.interest + u.amount, interest_through = $3
     FROM unnest($1::uuid[], $2::bigint[]) AS u (id, amount) WHERE p.id = u.id`,
    [grown.map(({ id }) => id), grown.map(({ amount }) => amount), through],
  )
}

/** The current trading day of each shard's settlement. */
export async function readSettledDates(tx: Tx): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.query<{ shard: number; date: string }>(
    'SELECT shard, date::text AS date FROM settlement.cursors WHERE date IS NOT NULL',
  )
  return new Map(rows.map(({ shard, date }) => [shard, date]))
}

export interface OpenDayTrade {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly direction: Direction
  readonly openedOn: string
  readonly openedValue: bigint
  readonly openedShares: number
  readonly shares: number
  readonly terms: string
}

export const lockDayTradesBefore = (tx: Tx, date: string, limit: number): Promise<readonly OpenDayTrade[]> =>
  tx.query<OpenDayTrade>(
    `SELECT p.id, p.member_id AS "memberId", p.symbol, p.kind, p.direction, p.opened_on::text AS "openedOn",
       p.opened_value AS "openedValue", p.opened_shares AS "openedShares", p.shares, encode(o.terms, 'hex') AS terms
     FROM app.positions p JOIN app.orders o ON o.id = p.id
     WHERE p.state <> 'closed' AND p.day_trade AND p.opened_on < $1::date
     ORDER BY p.id LIMIT $2 FOR NO KEY UPDATE OF p`,
    [date, limit],
  )

export async function writeKept(
  tx: Tx,
  kept: readonly { readonly id: string; readonly taxDue: bigint; readonly feeDue: bigint }[],
): Promise<void> {
  await tx.query(
    `UPDATE app.positions p SET day_trade = false, open_tax = p.open_tax + u.tax, borrow_fee = p.borrow_fee + u.fee,
       collateral = p.collateral - u.tax - u.fee
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS u (id, tax, fee) WHERE p.id = u.id`,
    [kept.map(({ id }) => id), kept.map(({ taxDue }) => taxDue), kept.map(({ feeDue }) => feeDue)],
  )
}
