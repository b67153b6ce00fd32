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

/** The one that has not ended; there is one at most. */
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

/** Two looks at one member wait for each other, and so does a top-up: the second sees what the first did. */
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

export async function addPaid(tx: Tx, callId: string, amount: bigint): Promise<void> {
  await tx.query('UPDATE app.margin_calls SET paid = paid + $2 WHERE id = $1', [callId, amount])
}

/** False when the call is not this member's. */
export async function markSeen(tx: Tx, memberId: string, callId: string, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.margin_calls SET seen_at = coalesce(seen_at, $3) WHERE id = $2 AND member_id = $1 RETURNING 1`,
    [memberId, callId, at],
  )
  return rows.length === 1
}

export async function applyTopUp(tx: Tx, parts: readonly TopUpPart[]): Promise<void> {
  await tx.query(
    `UPDATE app.positions p SET loan = p.loan - t.loan, interest = p.interest - t.interest,
       interest_paid = p.interest_paid + t.interest, collateral = p.collateral + t.collateral
     FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::bigint[]) AS t (id, interest, loan, collateral)
     WHERE p.id = t.id`,
    [
      parts.map(({ positionId }) => positionId),
      parts.map(({ interest }) => interest),
      parts.map(({ loan }) => loan),
      parts.map(({ collateral }) => collateral),
    ],
  )
}
