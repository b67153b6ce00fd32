import type { Tx } from '#platform/db'

export interface RecoveryRequest {
  readonly requestId: string
  readonly reference: string
  readonly memberId: string | null
  readonly sealedContact: string
  readonly sealedStatement: string
  readonly keyHash: Buffer
  readonly createdAt: Date
  readonly network: string
}

export async function insertRecoveryRequest(tx: Tx, request: RecoveryRequest): Promise<void> {
  await tx.query(
    `INSERT INTO app.recovery_requests (id, reference, member_id, contact, statement, created_at, key_hash, network)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      request.requestId,
      request.reference,
      request.memberId,
      request.sealedContact,
      request.sealedStatement,
      request.createdAt,
      request.keyHash,
      request.network,
    ],
  )
}

/** One at a time per network, until the commit: otherwise parallel requests would all see the same count. */
export async function lockNetwork(tx: Tx, network: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('recovery-network ' || $1, 0))`, [network])
}

export async function countFromNetwork(tx: Tx, network: string, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.recovery_requests WHERE network = $1 AND created_at > $2`,
    [network, since],
  )
  return row!.count
}

/** Requests for accounts that do not exist serve only to look like the others. */
export async function deleteDecoyRequests(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.recovery_requests WHERE member_id IS NULL AND created_at < $1 RETURNING 1`,
    [before],
  )
  return rows.length
}

export interface SealedRequest {
  readonly requestId: string
  readonly contact: string
  readonly statement: string
}

/** A sealed value names its key in its second part. */
export function lockRequestsSealedBefore(
  tx: Tx,
  currentKey: string,
  limit: number,
): Promise<readonly SealedRequest[]> {
  return tx.query<SealedRequest>(
    `SELECT id AS "requestId", contact, statement FROM app.recovery_requests
     WHERE split_part(contact, '.', 2) <> $1 OR split_part(statement, '.', 2) <> $1
     ORDER BY id LIMIT $2 FOR UPDATE`,
    [currentKey, limit],
  )
}

export async function replaceSealed(tx: Tx, fresh: SealedRequest): Promise<void> {
  await tx.query('UPDATE app.recovery_requests SET contact = $2, statement = $3 WHERE id = $1', [
    fresh.requestId,
    fresh.contact,
    fresh.statement,
  ])
}

export interface PleaRow {
  readonly requestId: string
  readonly reference: string
  readonly memberId: string
  readonly sealedContact: string
  readonly sealedStatement: string
  readonly state: 'pending' | 'passed' | 'rejected'
  readonly createdAt: Date
}

export interface QueuedPlea extends PleaRow {
  readonly network: string | null
}

const pleaColumns = `id AS "requestId", reference, member_id AS "memberId", contact AS "sealedContact",
  statement AS "sealedStatement", state, created_at AS "createdAt"`

const pleaColumnsOfWorker = `${pleaColumns}, network`

/** A condition: a request has no review and has joined none. */
export const isUnreviewed = `EXISTS (SELECT FROM app.recovery_requests
  WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL AND joined_to IS NULL)`

/**
 * Requests of real members that have no review and joined none. Networks take turns: the first request of each network
 * comes before the second of any, so that a flood from one network does not delay the others.
 */
export const lockUnreviewed = (tx: Tx, max: number): Promise<readonly QueuedPlea[]> =>
  tx.query<QueuedPlea>(
    `SELECT ${pleaColumnsOfWorker} FROM app.recovery_requests
     JOIN (
       SELECT id AS turn_id, row_number() OVER (PARTITION BY network ORDER BY created_at, id) AS turn
       FROM app.recovery_requests
       WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL AND joined_to IS NULL
     ) t ON t.turn_id = id
     WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL AND joined_to IS NULL
     ORDER BY t.turn, created_at, id LIMIT $1 FOR UPDATE OF recovery_requests SKIP LOCKED`,
    [max],
  )

/** The member's request that has an open review, if there is one. */
export async function lockOpenPlea(tx: Tx, memberId: string): Promise<OpenPlea | undefined> {
  const [row] = await tx.query<OpenPlea>(
    `SELECT id AS "requestId", review_id AS "reviewId" FROM app.recovery_requests
     WHERE member_id = $1 AND state = 'pending' AND review_id IS NOT NULL ORDER BY created_at LIMIT 1 FOR UPDATE`,
    [memberId],
  )
  return row
}

export interface OpenPlea {
  readonly requestId: string
  readonly reviewId: string
}

export async function joinPlea(tx: Tx, requestId: string, openPlea: OpenPlea): Promise<void> {
  await tx.query(`UPDATE app.recovery_requests SET joined_to = $2 WHERE id = $1`, [
    requestId,
    openPlea.requestId,
  ])
  await tx.query(`SELECT app.flag_review($1, 'recovery-joined')`, [openPlea.reviewId])
}

/** Requests that joined this one and still wait, newest first. */
export const readJoined = (tx: Tx, requestId: string): Promise<readonly PleaRow[]> =>
  tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests WHERE joined_to = $1 AND state = 'pending'
     ORDER BY created_at DESC, id DESC`,
    [requestId],
  )

/** Ends the requests that joined a decided one. If it was rejected, the newest of them waits for its own review. */
export async function endJoined(tx: Tx, requestId: string, keepNewest: boolean, at: Date): Promise<void> {
  if (keepNewest) {
    await tx.query(
      `UPDATE app.recovery_requests SET joined_to = NULL WHERE id = (
         SELECT id FROM app.recovery_requests WHERE joined_to = $1 AND state = 'pending'
         ORDER BY created_at DESC, id DESC LIMIT 1)`,
      [requestId],
    )
  }
  await tx.query(
    `UPDATE app.recovery_requests SET state = 'rejected', decided_at = $2 WHERE joined_to = $1 AND state = 'pending'`,
    [requestId, at],
  )
}

export async function countReviewed(tx: Tx, since: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.recovery_requests WHERE reviewed_at > $1`,
    [since],
  )
  return row!.count
}

export async function setReview(tx: Tx, requestId: string, reviewId: string, at: Date): Promise<void> {
  await tx.query(`UPDATE app.recovery_requests SET review_id = $2, reviewed_at = $3 WHERE id = $1`, [
    requestId,
    reviewId,
    at,
  ])
}

export async function readPlea(tx: Tx, requestId: string): Promise<PleaRow | undefined> {
  const [row] = await tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests WHERE id = $1 AND member_id IS NOT NULL`,
    [requestId],
  )
  return row
}

/** The request under this review, if the review is about this member. */
export async function readPleaOfReview(
  tx: Tx,
  memberId: string,
  reviewId: string,
): Promise<PleaRow | undefined> {
  const [row] = await tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests WHERE member_id = $1 AND review_id = $2`,
    [memberId, reviewId],
  )
  return row
}

export interface PleaCounts {
  readonly lately: number
  readonly open: number
}

/** How many requests this account made in thirty days, and how many wait now. */
export async function countPleas(tx: Tx, memberId: string, since: Date): Promise<PleaCounts> {
  const [row] = await tx.query<PleaCounts>(
    `SELECT count(*)::integer AS lately, (count(*) FILTER (WHERE state = 'pending'))::integer AS open
     FROM app.recovery_requests WHERE member_id = $1 AND created_at > $2`,
    [memberId, since],
  )
  return row!
}

/** Returns undefined when the recovery request is no longer pending. */
export async function decidePlea(
  tx: Tx,
  requestId: string,
  state: 'passed' | 'rejected',
  [first, second]: readonly string[],
  at: Date,
): Promise<{ readonly memberId: string; readonly reference: string } | undefined> {
  const [row] = await tx.query<{ memberId: string; reference: string }>(
    `UPDATE app.recovery_requests SET state = $2, decided_at = $3, decided_by_first = $4, decided_by_second = $5
     WHERE id = $1 AND state = 'pending' RETURNING member_id AS "memberId", reference`,
    [requestId, state, at, first ?? null, second ?? null],
  )
  return row
}

/** True once for each approved request, for the caller who has its key. */
export async function usePlea(
  tx: Tx,
  memberId: string,
  keyHash: Buffer,
  since: Date,
  at: Date,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.recovery_requests SET used_at = $4
     WHERE member_id = $1 AND key_hash = $2 AND state = 'passed' AND used_at IS NULL AND decided_at > $3 RETURNING 1`,
    [memberId, keyHash, since, at],
  )
  return rows.length > 0
}

/** When the member was last seen, and how many known devices they have. */
export async function readTraces(
  tx: Tx,
  memberId: string,
): Promise<{ readonly lastSeenAt: Date | null; readonly devices: number }> {
  const [row] = await tx.query<{ lastSeenAt: Date | null; devices: number }>(
    `SELECT (SELECT max(last_seen_at) FROM app.sessions WHERE member_id = $1) AS "lastSeenAt",
       (SELECT count(*)::integer FROM app.known_devices WHERE member_id = $1) AS devices`,
    [memberId],
  )
  return row!
}

export async function readVerification(tx: Tx, memberId: string): Promise<string> {
  const [row] = await tx.query<{ verification: string }>(
    `SELECT verification FROM app.members WHERE id = $1`,
    [memberId],
  )
  return row!.verification
}
