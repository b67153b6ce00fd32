import type { CreditCallReason, CreditCallState } from '@fairlot/contract/credit'
import type { Tx } from '#platform/db'
import { type LoanRow, loanColumns } from '../store.ts'

export interface CallRow {
  readonly callId: string
  readonly loanId: string
  readonly reason: CreditCallReason
  readonly state: CreditCallState
  readonly amount: bigint
  readonly calledAt: Date
  readonly deadline: Date
}

const callColumns = `c.id AS "callId", c.loan_id AS "loanId", c.reason, c.state, c.amount, c.called_at AS "calledAt", c.deadline`

/** The call that has not ended; there is at most one. */
export async function readOpenCall(tx: Tx, loanId: string): Promise<CallRow | undefined> {
  const [row] = await tx.query<CallRow>(
    `SELECT ${callColumns} FROM app.credit_calls c WHERE c.loan_id = $1 AND c.ended_at IS NULL`,
    [loanId],
  )
  return row
}

export const readOpenCalls = (tx: Tx, loanIds: readonly string[]): Promise<readonly CallRow[]> =>
  tx.query<CallRow>(
    `SELECT ${callColumns} FROM app.credit_calls c WHERE c.loan_id = ANY($1::uuid[]) AND c.ended_at IS NULL`,
    [loanIds],
  )

const running = `o.state = 'passed' AND o.repaid_at IS NULL`

/** Running loans whose interest is not booked through this day. */
export const readToAccrue = (tx: Tx, today: string, limit: number): Promise<readonly LoanRow[]> =>
  tx.query<LoanRow>(
    `SELECT ${loanColumns} FROM app.credit_loans o WHERE ${running} AND o.interest_through < $1::date
     ORDER BY o.interest_through, o.id LIMIT $2`,
    [today, limit],
  )

/** Loans that need a step: called ones, ones past their term, and ones whose pledge is below the ratio. */
export const readToWatch = (
  tx: Tx,
  today: string,
  ratioBp: number,
): Promise<readonly { loanId: string; memberId: string }[]> =>
  tx.query<{ loanId: string; memberId: string }>(
    `SELECT o.id AS "loanId", o.member_id AS "memberId" FROM app.credit_loans o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum((g.shares + g.arriving)::numeric * coalesce(q.last, q.reference, i.reference)), 0) AS value
       FROM app.credit_pledges g JOIN app.instruments i ON i.symbol = g.symbol LEFT JOIN settlement.prices q ON q.symbol = g.symbol
       WHERE g.loan_id = o.id AND g.shares > 0
     ) AS w
     WHERE ${running} AND (o.due_on < $1::date OR w.value * 10000 < (o.principal + o.interest) * $2::numeric)
     UNION
     SELECT o.id, o.member_id FROM app.credit_calls c JOIN app.credit_loans o ON o.id = c.loan_id WHERE c.ended_at IS NULL
     UNION
     SELECT o.id, o.member_id FROM app.credit_sales s JOIN app.credit_loans o ON o.id = s.loan_id WHERE NOT s.is_done
     ORDER BY 2`,
    [today, ratioBp],
  )

/** Conditions of the watch: a call is open, or a forced order has not been worked off. */
export const isWatching = `EXISTS (SELECT FROM app.credit_calls WHERE ended_at IS NULL)
  OR EXISTS (SELECT FROM app.credit_sales WHERE NOT is_done)`

/** With every settled event come prices. */
export const settledSoFar = '(SELECT sum(event) FROM settlement.cursors)::text'

export interface NewCall {
  readonly callId: string
  readonly loanId: string
  readonly reason: CreditCallReason
  readonly state: 'open' | 'forced'
  readonly amount: bigint
  readonly deadline: Date
  readonly at: Date
}

export async function insertCall(tx: Tx, call: NewCall): Promise<void> {
  await tx.query('SELECT app.call_credit($1, $2, $3, $4, $5, $6, $7)', [
    call.callId,
    call.loanId,
    call.reason,
    call.state,
    call.amount,
    call.deadline,
    call.at,
  ])
}

export async function moveCall(tx: Tx, callId: string, state: CreditCallState, at: Date): Promise<void> {
  await tx.query('SELECT app.move_credit_call($1, $2, $3)', [callId, state, at])
}

export interface SaleRow {
  readonly orderId: string
  readonly positionId: string
  readonly symbol: string
  readonly shares: number
  readonly collected: bigint
  readonly state: string
  readonly cancelAsked: boolean
  readonly left: number
  readonly filled: number
  /** What it brought after fee and tax. */
  readonly proceeds: bigint
  /** The settlement date of its fills. */
  readonly settlesOn: string | null
  readonly endedAt: Date | null
}

/** Forced orders that are not worked off. The order's id begins with its day, which bounds the months that are read. */
export const readSales = (tx: Tx, loanId: string): Promise<readonly SaleRow[]> =>
  tx.query<SaleRow>(
    `SELECT s.order_id AS "orderId", s.position_id AS "positionId", o.symbol, s.shares, s.collected, o.state,
       o.cancel_asked_at IS NOT NULL AS "cancelAsked", o.left_shares AS left, o.filled_shares AS filled,
       o.filled_value - o.fee - o.tax AS proceeds, f.settles_on::text AS "settlesOn", o.ended_at AS "endedAt"
     FROM app.credit_sales s JOIN app.orders o ON o.id = s.order_id
     LEFT JOIN LATERAL (SELECT max(x.settles_on) AS settles_on FROM app.fills x WHERE x.order_id = s.order_id) AS f ON true
     WHERE s.loan_id = $1 AND NOT s.is_done ORDER BY s.order_id`,
    [loanId],
  )

/** How often an order of a holding was tried for this loan. */
export async function countSales(tx: Tx, loanId: string, positionId: string): Promise<number> {
  const [row] = await tx.query<{ tried: number }>(
    'SELECT count(*)::integer AS tried FROM app.credit_sales WHERE loan_id = $1 AND position_id = $2',
    [loanId, positionId],
  )
  return row!.tried
}

export async function sellPledge(
  tx: Tx,
  sold: {
    readonly holdId: string
    readonly shares: number
    readonly entryId: string
    readonly orderId: string
    readonly at: Date
  },
): Promise<void> {
  await tx.query('SELECT app.sell_credit_pledge($1, $2, $3, $4, $5)', [
    sold.holdId,
    sold.shares,
    sold.entryId,
    sold.orderId,
    sold.at,
  ])
}

export async function collectRow(
  tx: Tx,
  collected: {
    readonly loanId: string
    readonly orderId: string | null
    readonly entryId: string
    readonly interest: bigint
    readonly principal: bigint
    readonly due: string | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query('SELECT app.collect_credit($1, $2, $3, $4, $5, $6, $7)', [
    collected.loanId,
    collected.orderId,
    collected.entryId,
    collected.interest,
    collected.principal,
    collected.due,
    collected.at,
  ])
}

export async function endSale(tx: Tx, orderId: string): Promise<void> {
  await tx.query('SELECT app.end_credit_sale($1)', [orderId])
}

export interface VenueState {
  readonly symbol: string
  readonly state: 'opening-call' | 'continuous' | 'paused' | 'halted' | 'closing-call' | 'closed'
  readonly kind: 'stock' | 'etf'
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
}

export async function readVenueState(tx: Tx, symbol: string): Promise<VenueState | undefined> {
  const [row] = await tx.query<VenueState>(
    `SELECT q.symbol, q.state, i.kind, q.reference, q.upper, q.lower
     FROM settlement.prices q JOIN app.instruments i USING (symbol)
     WHERE q.symbol = $1 AND q.date IS NOT NULL AND q.state IS NOT NULL`,
    [symbol],
  )
  return row
}

/** Shares of a holding that are in no order and no pledge. */
export async function readFreeShares(tx: Tx, positionId: string): Promise<number> {
  const [row] = await tx.query<{ free: number }>(
    'SELECT shares - closing AS free FROM app.positions WHERE id = $1',
    [positionId],
  )
  return row?.free ?? 0
}
