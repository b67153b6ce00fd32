import type { NoticeTopic } from '@fairlot/contract/notices'
import type { Tx } from '#platform/db'

export interface UndeliveredRow {
  readonly id: string
  readonly memberId: string | null
  readonly kind: string
  /** Null for a notice to everyone. */
  readonly code: string | null
}

/** A condition. */
export const isUndelivered = 'EXISTS (SELECT FROM app.notices WHERE delivered_at IS NULL)'

/** Not before the time of a scheduled notice. Locked by this transaction; another worker skips them. */
export const lockUndelivered = (tx: Tx, limit: number, now: Date): Promise<readonly UndeliveredRow[]> =>
  tx.query<UndeliveredRow>(
    `SELECT id, member_id AS "memberId", kind, code FROM app.notices
     WHERE delivered_at IS NULL AND (member_id IS NOT NULL OR sent_at <= $2)
     ORDER BY sent_at, id LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED`,
    [limit, now],
  )

export async function markDelivered(tx: Tx, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(`UPDATE app.notices SET delivered_at = $2 WHERE id = ANY($1::uuid[])`, [ids, now])
}

/** For every subscribed browser with a valid session that has not muted the topic. */
export async function queuePushes(
  tx: Tx,
  notices: readonly { readonly id: string; readonly topic: NoticeTopic }[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.push_jobs (notice_id, session_id, due_at)
     SELECT n.id, p.session_id, $2 FROM unnest($1::uuid[], $3::text[]) AS u (id, topic) JOIN app.notices n ON n.id = u.id
     JOIN app.push_subscriptions p ON n.member_id IS NULL OR p.member_id = n.member_id
     JOIN app.sessions s ON s.id = p.session_id AND s.revoked_at IS NULL AND s.expires_at > $2
     WHERE u.topic <> ALL(p.muted) ON CONFLICT DO NOTHING`,
    [notices.map(({ id }) => id), now, notices.map(({ topic }) => topic)],
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
