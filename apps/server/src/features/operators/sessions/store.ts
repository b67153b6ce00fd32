import type { Tx } from '#platform/db'

export interface OpenSession {
  readonly sessionId: string
  readonly device: string
  readonly network: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** Sessions the gate would accept, the most recently used first. */
export const readOpenSessions = (
  tx: Tx,
  operatorId: string,
  now: Date,
  seenSince: Date,
): Promise<readonly OpenSession[]> =>
  tx.query<OpenSession>(
    `SELECT s.id AS "sessionId", d.label AS device, s.network, s.created_at AS "createdAt",
       s.last_seen_at AS "lastSeenAt", s.expires_at AS "expiresAt"
     FROM app.operator_sessions s JOIN app.operator_devices d ON d.id = s.device_id
     WHERE s.operator_id = $1 AND s.revoked_at IS NULL AND s.expires_at > $2 AND s.last_seen_at > $3
     ORDER BY s.last_seen_at DESC, s.id`,
    [operatorId, now, seenSince],
  )

/** Returns the session's device; undefined when this operator has no such open session. */
export async function revokeOwnSession(
  tx: Tx,
  operatorId: string,
  sessionId: string,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx.query<{ deviceId: string }>(
    `UPDATE app.operator_sessions SET revoked_at = $3
     WHERE id = $2 AND operator_id = $1 AND revoked_at IS NULL AND expires_at > $3 RETURNING device_id AS "deviceId"`,
    [operatorId, sessionId, now],
  )
  return row?.deviceId
}

/** All but the given one; returns how many. */
export async function revokeOtherSessions(
  tx: Tx,
  operatorId: string,
  sessionId: string,
  now: Date,
): Promise<number> {
  const rows = await tx.query(
    `UPDATE app.operator_sessions SET revoked_at = $3
     WHERE operator_id = $1 AND id <> $2 AND revoked_at IS NULL AND expires_at > $3 RETURNING id`,
    [operatorId, sessionId, now],
  )
  return rows.length
}
