import type { ReviewKind } from '@fairlot/contract/operators'
import type { GrantedRole } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'

export interface OperatorSubscription {
  readonly deviceId: string
  readonly operatorId: string
  readonly keyId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly lang: 'tw' | 'en'
  readonly now: Date
}

/** A browser has one push endpoint and one device id: the previous subscription of either ends. */
export async function replaceSubscription(tx: Tx, subscription: OperatorSubscription): Promise<void> {
  const { deviceId, operatorId, keyId, endpoint, p256dh, auth, lang, now } = subscription
  await tx.query(`DELETE FROM app.operator_push_subscriptions WHERE device_id = $1 OR endpoint = $2`, [
    deviceId,
    endpoint,
  ])
  // A second click at the same moment has stored the same.
  await tx.query(
    `INSERT INTO app.operator_push_subscriptions (device_id, operator_id, key_id, endpoint, p256dh, auth, language,
       made_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [deviceId, operatorId, keyId, endpoint, p256dh, auth, lang, now],
  )
}

export async function hasSubscription(
  tx: Tx,
  { operatorId, deviceId }: { readonly operatorId: string; readonly deviceId: string },
  keyId: string,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM app.operator_push_subscriptions WHERE device_id = $1 AND operator_id = $2 AND key_id = $3`,
    [deviceId, operatorId, keyId],
  )
  return rows.length > 0
}

export async function deleteSubscription(tx: Tx, deviceId: string): Promise<void> {
  await tx.query(`DELETE FROM app.operator_push_subscriptions WHERE device_id = $1`, [deviceId])
}

/** Another operator signs in from this browser. */
export async function deleteSubscriptionOfOthers(
  tx: Tx,
  deviceId: string,
  operatorId: string,
): Promise<void> {
  await tx.query(`DELETE FROM app.operator_push_subscriptions WHERE device_id = $1 AND operator_id <> $2`, [
    deviceId,
    operatorId,
  ])
}

/** The operator leaves or gets other roles. */
export async function deleteSubscriptionsOf(tx: Tx, operatorId: string): Promise<void> {
  await tx.query(`DELETE FROM app.operator_push_subscriptions WHERE operator_id = $1`, [operatorId])
}

/** The operator has not signed in from this browser since. */
export async function deleteUnusedSubscriptions(tx: Tx, since: Date): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.operator_push_subscriptions p WHERE NOT EXISTS (
       SELECT FROM app.operator_sessions s
       WHERE s.operator_id = p.operator_id AND s.device_id = p.device_id AND s.created_at > $1) RETURNING 1`,
    [since],
  )
  return rows.length
}

/** Marks of reviews that are no longer open: they are never pushed again. */
export async function deleteOldPushes(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.review_pushes p USING app.reviews r
     WHERE r.id = p.review_id AND r.state NOT IN ('waiting', 'second') RETURNING 1`,
  )
  return rows.length
}

export interface UnpushedReview {
  readonly reviewId: string
  readonly state: 'waiting' | 'second'
}

/** Of the time `$1`. */
const isUnpushed = `r.is_urgent AND r.state IN ('waiting', 'second') AND r.expires_at > $1
  AND NOT EXISTS (SELECT FROM app.review_pushes p WHERE p.review_id = r.id AND p.state = r.state)`

/** A condition: an urgent review was not pushed in its state. */
export const isReviewUnpushed = `EXISTS (SELECT FROM app.reviews r WHERE ${isUnpushed})`

/**
 * Marks the urgent reviews that were not pushed in their state, and returns them. A concurrent worker waits for this
 * transaction and then gets none of them.
 */
export const markUnpushed = (tx: Tx, now: Date, limit: number): Promise<readonly UnpushedReview[]> =>
  tx.query<UnpushedReview>(
    `INSERT INTO app.review_pushes (review_id, state, queued_at)
     SELECT r.id, r.state, $1 FROM app.reviews r
     WHERE ${isUnpushed}
     ORDER BY r.promised_at, r.id LIMIT $2
     ON CONFLICT DO NOTHING RETURNING review_id AS "reviewId", state`,
    [now, limit],
  )

/** Marks an open review that its feature reminds of. Returns it unless it was pushed in its state. */
export const markReminded = (
  tx: Tx,
  reviewId: string,
  decideBy: Date,
  now: Date,
): Promise<readonly UnpushedReview[]> =>
  tx.query<UnpushedReview>(
    `INSERT INTO app.review_pushes (review_id, state, queued_at, decide_by)
     SELECT r.id, r.state, $2, $3 FROM app.reviews r WHERE r.id = $1 AND r.state IN ('waiting', 'second')
     ON CONFLICT DO NOTHING RETURNING review_id AS "reviewId", state`,
    [reviewId, now, decideBy],
  )

export interface Subscriber {
  readonly operatorId: string
  readonly deviceId: string
  readonly roles: readonly { readonly role: GrantedRole['role']; readonly until: string | null }[]
}

/** Subscribed browsers of operators who have not left and signed in from them since. */
export const readSubscribers = (tx: Tx, now: Date, since: Date): Promise<readonly Subscriber[]> =>
  tx.query<Subscriber>(
    `SELECT p.operator_id AS "operatorId", p.device_id AS "deviceId",
       (SELECT coalesce(json_agg(json_build_object('role', r.role, 'until', r.until)), '[]')
        FROM app.operator_roles r WHERE r.operator_id = o.id) AS roles
     FROM app.operator_push_subscriptions p JOIN app.operators o ON o.id = p.operator_id
     WHERE (o.left_at IS NULL OR o.left_at > $1) AND EXISTS (
       SELECT FROM app.operator_sessions s
       WHERE s.operator_id = p.operator_id AND s.device_id = p.device_id AND s.created_at > $2)`,
    [now, since],
  )

export async function insertJobs(
  tx: Tx,
  deviceId: string,
  reviews: readonly UnpushedReview[],
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO app.review_push_jobs (review_id, state, device_id, due_at)
     SELECT review_id, state, p.device_id, $4 FROM unnest($2::uuid[], $3::text[]) AS u (review_id, state)
     JOIN app.operator_push_subscriptions p ON p.device_id = $1`,
    [deviceId, reviews.map(({ reviewId }) => reviewId), reviews.map(({ state }) => state), now],
  )
}

export interface ReviewPushJob {
  readonly reviewId: string
  readonly state: string
  readonly kind: ReviewKind
  readonly decideBy: Date
  readonly deviceId: string
  readonly keyId: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: 'tw' | 'en'
  readonly tries: number
}

/** A condition: a push is due. */
export const isReviewPushDue = 'EXISTS (SELECT FROM app.review_push_jobs WHERE due_at <= $1)'

/** A push about a vote that is no longer needed is not sent. */
export async function dropOutdatedJobs(tx: Tx): Promise<void> {
  await tx.query(
    `DELETE FROM app.review_push_jobs j USING app.reviews r WHERE r.id = j.review_id AND r.state <> j.state`,
  )
}

/** Schedules the retry of each job before its push is sent: after a crash it is sent twice rather than never. */
export const takeJobs = (tx: Tx, now: Date, again: Date, limit: number): Promise<readonly ReviewPushJob[]> =>
  tx.query<ReviewPushJob>(
    `WITH taken AS (
       UPDATE app.review_push_jobs j SET tries = j.tries + 1, due_at = $2
       WHERE (j.review_id, j.state, j.device_id) IN (
         SELECT d.review_id, d.state, d.device_id FROM app.review_push_jobs d WHERE d.due_at <= $1
         ORDER BY d.due_at LIMIT $3 FOR UPDATE SKIP LOCKED
       ) RETURNING j.review_id, j.state, j.device_id, j.tries
     )
     SELECT r.id AS "reviewId", t.state, r.kind, coalesce(m.decide_by, r.promised_at) AS "decideBy", p.device_id AS "deviceId",
       p.key_id AS "keyId", p.endpoint, p.p256dh, p.auth, p.language, t.tries
     FROM taken t JOIN app.reviews r ON r.id = t.review_id
     JOIN app.review_pushes m ON m.review_id = t.review_id AND m.state = t.state
     JOIN app.operator_push_subscriptions p ON p.device_id = t.device_id`,
    [now, again, limit],
  )

type JobKey = Pick<ReviewPushJob, 'reviewId' | 'state' | 'deviceId'>

export async function dropJob(tx: Tx, { reviewId, state, deviceId }: JobKey): Promise<void> {
  await tx.query(`DELETE FROM app.review_push_jobs WHERE review_id = $1 AND state = $2 AND device_id = $3`, [
    reviewId,
    state,
    deviceId,
  ])
}

export async function postponeJob(tx: Tx, { reviewId, state, deviceId }: JobKey, due: Date): Promise<void> {
  await tx.query(
    `UPDATE app.review_push_jobs SET due_at = $4 WHERE review_id = $1 AND state = $2 AND device_id = $3`,
    [reviewId, state, deviceId, due],
  )
}
