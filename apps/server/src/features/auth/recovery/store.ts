import type { Tx } from '#platform/db'

export interface RecoveryRequest {
  readonly requestId: string
  readonly reference: string
  readonly memberId: string | null
  readonly sealedContact: string
  readonly sealedStatement: string
  readonly createdAt: Date
}

export async function insertRecoveryRequest(tx: Tx, request: RecoveryRequest): Promise<void> {
  await tx.query(
    `INSERT INTO app.recovery_requests (id, reference, member_id, contact, statement, created_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      request.requestId,
      request.reference,
      request.memberId,
      request.sealedContact,
      request.sealedStatement,
      request.createdAt,
    ],
  )
}

/** Requests for accounts that do not exist serve only to look like the others. */
export async function deleteDecoyRequests(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.recovery_requests WHERE member_id IS NULL AND created_at < $1 RETURNING 1`,
    [before],
  )
  return rows.length
}
