import type { Tx } from '#platform/db'

export interface NewApplication {
  readonly id: string
  readonly memberId: string
  readonly statement: string
  readonly appliedAt: Date
}

/**
 * Returns false when the member already has a pending or approved application, so that concurrent applications become
 * one.
 */
export async function insertApplication(tx: Tx, application: NewApplication): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.day_trading_applications (id, member_id, statement, applied_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (member_id) WHERE state <> 'rejected' DO NOTHING RETURNING 1`,
    [application.id, application.memberId, application.statement, application.appliedAt],
  )
  return rows.length === 1
}

/** Approved by rule, which the database allows only with practice money. */
export async function passByRule(tx: Tx, memberId: string, at: Date): Promise<void> {
  const [row] = await tx.query<{ passed: boolean }>('SELECT app.pass_day_trading($1, $2) AS passed', [
    memberId,
    at,
  ])
  if (!row!.passed) throw new Error(`member ${memberId} has no pending application`)
}

/** Returns undefined when the application is not pending. */
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
