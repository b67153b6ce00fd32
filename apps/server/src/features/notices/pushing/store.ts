import type { MutableTopic } from '@fairlot/contract/notices'
import type { NoticeRow } from '../store.ts'
import type { Tx } from '#platform/db'

export interface Subscription {
  readonly sessionId: string
  readonly memberId: string
  readonly keyId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly lang: 'tw' | 'en'
  readonly now: Date
}

/**
 * A browser has one push endpoint. When another session subscribes with it, the previous session loses its subscription
 * and gets no more pushes on this browser.
 */
export async function upsertSubscription(tx: Tx, subscription: Subscription): Promise<void> {
  const { sessionId, memberId, keyId, endpoint, p256dh, auth, lang, now } = subscription
  await tx.query(`DELETE FROM app.push_subscriptions WHERE endpoint = $1 AND session_id <> $2`, [
    endpoint,
    sessionId,
  ])
  await tx.query(
    `INSERT INTO app.push_subscriptions (session_id, member_id, key_id, endpoint, p256dh, auth, language, made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (session_id) DO UPDATE SET key_id = $3, endpoint = $4, p256dh = $5, auth = $6, language = $7,
       made_at = $8`,
    [sessionId, memberId, keyId, endpoint, p256dh, auth, lang, now],
  )
}

/** The topics that the session's browser has muted; undefined when it is not subscribed. */
export async function readMuted(
  tx: Tx,
  sessionId: string,
  keyId: string,
): Promise<MutableTopic[] | undefined> {
  const [row] = await tx.query<{ muted: MutableTopic[] }>(
    `SELECT muted FROM app.push_subscriptions WHERE session_id = $1 AND key_id = $2`,
    [sessionId, keyId],
  )
  return row?.muted
}

export async function setMuted(tx: Tx, sessionId: string, muted: readonly MutableTopic[]): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.push_subscriptions SET muted = $2 WHERE session_id = $1 RETURNING 1`,
    [sessionId, muted],
  )
  return rows.length > 0
}

export async function deleteSubscription(tx: Tx, sessionId: string): Promise<void> {
  await tx.query(`DELETE FROM app.push_subscriptions WHERE session_id = $1`, [sessionId])
}

export interface NoticePushJob extends Omit<NoticeRow, 'isRead' | 'memberId' | 'kind'> {
  readonly sessionId: string
  readonly keyId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: 'tw' | 'en'
  readonly tries: number
}

/** A condition. */
export const isPushDue = 'EXISTS (SELECT FROM app.push_jobs WHERE due_at <= $1)'

/**
 * Takes the due jobs and schedules the retry of each before its push is sent. So after a crash a push is sent twice
 * rather than never, and no transaction stays open while the push service responds.
 */
export const takeJobs = (tx: Tx, now: Date, again: Date, limit: number): Promise<readonly NoticePushJob[]> =>
  tx.query<NoticePushJob>(
    `WITH taken AS (
       UPDATE app.push_jobs j SET tries = j.tries + 1, due_at = $2
       WHERE (j.notice_id, j.session_id) IN (
         SELECT d.notice_id, d.session_id FROM app.push_jobs d WHERE d.due_at <= $1
         ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ) RETURNING j.notice_id, j.session_id, j.tries
     )
     SELECT n.id, n.code, n.params, n.texts, n.path, n.sent_at AS "sentAt", t.tries, p.session_id AS "sessionId",
       p.key_id AS "keyId", p.endpoint, p.p256dh, p.auth, p.language
     FROM taken t JOIN app.notices n ON n.id = t.notice_id
     JOIN app.push_subscriptions p ON p.session_id = t.session_id`,
    [now, again, limit],
  )

export async function dropJob(tx: Tx, noticeId: string, sessionId: string): Promise<void> {
  await tx.query(`DELETE FROM app.push_jobs WHERE notice_id = $1 AND session_id = $2`, [noticeId, sessionId])
}

export async function postponeJob(tx: Tx, noticeId: string, sessionId: string, due: Date): Promise<void> {
  await tx.query(`UPDATE app.push_jobs SET due_at = $3 WHERE notice_id = $1 AND session_id = $2`, [
    noticeId,
    sessionId,
    due,
  ])
}
