import type { Tx } from '#platform/db'

export interface NewApplication {
  readonly id: string
  readonly memberId: string
  readonly statement: string
  readonly state: 'pending' | 'passed'
  readonly appliedAt: Date
  readonly decidedBy: string | null
}

/** False when one of the member's is pending or has passed: two applications at once are one. */
export async function insertApplication(tx: Tx, application: NewApplication): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.day_trading_applications
       (id, member_id, statement, state, applied_at, decided_at, decided_by)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $4 = 'passed' THEN $5::timestamptz END, $6)
     ON CONFLICT (member_id) WHERE state <> 'rejected' DO NOTHING RETURNING 1`,
    [
      application.id,
      application.memberId,
      application.statement,
      application.state,
      application.appliedAt,
      application.decidedBy,
    ],
  )
  return rows.length === 1
}

/** Undefined when it is not pending. */
export async function decidePending(
  tx: Tx,
  memberId: string,
  state: 'passed' | 'rejected',
  reason: string | null,
  decidedBy: string,
  at: Date,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `UPDATE app.day_trading_applications SET state = $2, reason = $3, decided_by = $4, decided_at = $5
     WHERE member_id = $1 AND state = 'pending' RETURNING id`,
    [memberId, state, reason, decidedBy, at],
  )
  return row?.id
}
