import type { Tx } from '#platform/db'

export interface UndeliveredRow {
  readonly id: string
  readonly memberId: string | null
  readonly kind: string
}

/** A condition. */
export const isUndelivered = 'EXISTS (SELECT FROM app.notices WHERE delivered_at IS NULL)'

/** Locked by this transaction; another worker skips them. */
export const lockUndelivered = (tx: Tx, limit: number): Promise<readonly UndeliveredRow[]> =>
  tx.query<UndeliveredRow>(
    `SELECT id, member_id AS "memberId", kind FROM app.notices WHERE delivered_at IS NULL
     ORDER BY sent_at, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [limit],
  )

export async function markDelivered(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(`UPDATE app.notices SET delivered_at = $2 WHERE id = ANY($1::uuid[])`, [ids, now])
}

/** For every subscribed browser with a valid session. */
export async function queuePushes(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.push_jobs (notice_id, session_id, due_at)
     SELECT n.id, p.session_id, $2 FROM app.notices n
     JOIN app.push_subscriptions p ON n.member_id IS NULL OR p.member_id = n.member_id
     JOIN app.sessions s ON s.id = p.session_id AND s.revoked_at IS NULL AND s.expires_at > $2
     WHERE n.id = ANY($1::uuid[]) ON CONFLICT DO NOTHING`,
    [ids, now],
  )
}

export async function deleteOldNotices(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.notices WHERE id IN (
       SELECT id FROM app.notices WHERE sent_at < $1 ORDER BY sent_at LIMIT $2
     ) RETURNING 1`,
    [before, limit],
  )
  return rows.length
}

/** A browser whose session has ended gets no more pushes. */
export async function deleteEndedSubscriptions(tx: Tx, now: Date): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.push_subscriptions p USING app.sessions s
     WHERE s.id = p.session_id AND (s.revoked_at IS NOT NULL OR s.expires_at <= $1) RETURNING 1`,
    [now],
  )
  return rows.length
}
