import type { TopUpPart } from '@fairlot/rules/positions'
import type { Tx } from '#platform/db'

export type MarginCallState = 'open' | 'met' | 'recovered' | 'forced' | 'closed'

export interface MarginCallRow {
  readonly callId: string
  readonly memberId: string
  readonly calledAt: Date
  readonly ratioBp: number
  readonly amount: bigint
  readonly paid: bigint
  readonly deadline: Date
  readonly state: MarginCallState
  readonly endedAt: Date | null
}

const callColumns = `id AS "callId", member_id AS "memberId", called_at AS "calledAt", ratio_bp AS "ratioBp", amount, paid,
  deadline, state, ended_at AS "endedAt"`

/** The call that has not ended; there is at most one. */
export async function readOpenCall(tx: Tx, memberId: string): Promise<MarginCallRow | undefined> {
  const [row] = await tx.query<MarginCallRow>(
    `SELECT ${callColumns} FROM app.margin_calls WHERE member_id = $1 AND ended_at IS NULL`,
    [memberId],
  )
  return row
}

export const readEarlierCalls = (
  tx: Tx,
  memberId: string,
  limit: number,
): Promise<readonly MarginCallRow[]> =>
  tx.query<MarginCallRow>(
    `SELECT ${callColumns} FROM app.margin_calls WHERE member_id = $1 AND ended_at IS NOT NULL
     ORDER BY called_at DESC LIMIT $2`,
    [memberId, limit],
  )

/** Serialises checks and top-ups of one member: the second sees what the first did. */
export async function lockMargin(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('margin ' || $1, 0))`, [memberId])
}

export async function insertCall(
  tx: Tx,
  call: Omit<MarginCallRow, 'paid' | 'endedAt' | 'state'> & { readonly state: 'open' | 'forced' },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [call.callId, call.memberId, call.calledAt, call.ratioBp, call.amount, call.deadline, call.state],
  )
}

export async function updateCall(
  tx: Tx,
  callId: string,
  state: MarginCallState,
  endedAt: Date | null,
): Promise<void> {
  await tx.query('UPDATE app.margin_calls SET state = $2, ended_at = $3 WHERE id = $1', [
    callId,
    state,
    endedAt,
  ])
}

/** Returns false when the call belongs to another member. */
export async function markSeen(tx: Tx, memberId: string, callId: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.margin_calls SET seen_at = coalesce(seen_at, $3) WHERE id = $2 AND member_id = $1 RETURNING 1`,
    [memberId, callId, at],
  )
  return rows.length === 1
}

/**
 * Applies the payment of this transaction's entry to the positions and to its call. The database compares the two: the
 * api cannot change a loan without paying it.
 */
export async function applyTopUp(
  tx: Tx,
  {
    memberId,
    entryId,
    callId,
  }: { readonly memberId: string; readonly entryId: string; readonly callId: string | null },
  parts: readonly TopUpPart[],
): Promise<void> {
  await tx.query(
    'SELECT app.apply_top_up($1, $2, $3, $4::uuid[], $5::bigint[], $6::bigint[], $7::bigint[])',
    [
      memberId,
      entryId,
      callId,
      parts.map(({ positionId }) => positionId),
      parts.map(({ interest }) => interest),
      parts.map(({ loan }) => loan),
      parts.map(({ collateral }) => collateral),
    ],
  )
}

const borrowed = `state <> 'closed' AND (loan > 0 OR direction = 'short')`

/**
 * The price of each symbol with a loan or a short on it. The index is scanned from symbol to symbol, so that a million
 * positions of two hundred symbols cost two hundred steps.
 */
export const readBorrowedMarks = (tx: Tx): Promise<readonly { symbol: string; mark: number }[]> =>
  tx.query<{ symbol: string; mark: number }>(
    `WITH RECURSIVE walk (symbol) AS (
       (SELECT symbol FROM app.positions WHERE ${borrowed} ORDER BY symbol LIMIT 1)
       UNION ALL
       SELECT (SELECT p.symbol FROM app.positions p WHERE p.symbol > walk.symbol AND ${borrowed} ORDER BY p.symbol LIMIT 1)
       FROM walk WHERE walk.symbol IS NOT NULL
     )
     SELECT i.symbol, coalesce(q.last, q.reference, i.reference) AS mark
     FROM walk JOIN app.instruments i ON i.symbol = walk.symbol LEFT JOIN settlement.prices q ON q.symbol = walk.symbol`,
  )

/** Members who have debt on one of these symbols and whose whole account is below the ratio. */
export const readMembersBelow = (
  tx: Tx,
  symbols: readonly string[],
  ratioBp: number,
): Promise<readonly { memberId: string }[]> =>
  tx.query<{ memberId: string }>(
    `SELECT p.member_id AS "memberId"
     FROM (SELECT DISTINCT member_id FROM app.positions WHERE symbol = ANY($1) AND ${borrowed}) m
     JOIN app.positions p ON p.member_id = m.member_id AND p.state <> 'closed' AND (p.loan > 0 OR p.direction = 'short')
     JOIN app.instruments i ON i.symbol = p.symbol
     LEFT JOIN settlement.prices q ON q.symbol = p.symbol
     CROSS JOIN LATERAL (SELECT p.shares::numeric * coalesce(q.last, q.reference, i.reference) AS worth) w
     GROUP BY p.member_id
     HAVING sum(CASE p.direction WHEN 'short' THEN p.collateral ELSE w.worth END) * 10000
       < sum(CASE p.direction WHEN 'short' THEN w.worth ELSE p.loan END) * $2::numeric
     ORDER BY p.member_id`,
    [symbols, ratioBp],
  )

/** A condition: a call is open. */
export const isCallOpen = 'EXISTS (SELECT FROM app.margin_calls WHERE ended_at IS NULL)'

/** A value that changes with every settled event: with these come prices and loans. */
export const settledSoFar = '(SELECT sum(event) FROM settlement.cursors)::text'

export const readCalledMembers = (tx: Tx): Promise<readonly { memberId: string }[]> =>
  tx.query<{ memberId: string }>(
    `SELECT member_id AS "memberId" FROM app.margin_calls WHERE ended_at IS NULL ORDER BY member_id`,
  )

export interface VenueState {
  readonly symbol: string
  readonly state: 'opening-call' | 'continuous' | 'paused' | 'halted' | 'closing-call' | 'closed'
  readonly kind: 'stock' | 'etf'
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
}

export async function readVenueStates(
  tx: Tx,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, VenueState>> {
  const rows = await tx.query<VenueState>(
    `SELECT q.symbol, q.state, i.kind, q.reference, q.upper, q.lower
     FROM settlement.prices q JOIN app.instruments i USING (symbol)
     WHERE q.symbol = ANY($1) AND q.date IS NOT NULL AND q.state IS NOT NULL`,
    [symbols],
  )
  return new Map(rows.map((row) => [row.symbol, row]))
}

export interface CloseOrderRow {
  readonly orderId: string
  readonly positionId: string
  readonly origin: string
  readonly state: string
  readonly left: number
  readonly cancelAsked: boolean
  readonly endedAt: Date | null
}

/** Close orders of these positions, including ended ones: they show how often it was tried. */
export const readCloseOrders = (tx: Tx, positionIds: readonly string[]): Promise<readonly CloseOrderRow[]> =>
  tx.query<CloseOrderRow>(
    `SELECT o.id AS "orderId", o.position_id AS "positionId", o.origin, o.state, o.left_shares AS left,
       o.cancel_asked_at IS NOT NULL AS "cancelAsked", o.ended_at AS "endedAt"
     FROM app.orders o WHERE o.position_id = ANY($1) AND o.purpose = 'close'
       AND o.id >= (SELECT app.first_order_id(min(p.opened_at)) FROM app.positions p WHERE p.id = ANY($1))
     ORDER BY o.placed_at, o.id`,
    [positionIds],
  )

/** How many of its shares are neither in an open close order nor in a waiting conditional one. */
export async function readFreeShares(tx: Tx, positionId: string): Promise<number> {
  const [row] = await tx.query<{ free: number }>(
    `SELECT shares - closing AS free FROM app.positions WHERE id = $1 FOR UPDATE`,
    [positionId],
  )
  return row?.free ?? 0
}
