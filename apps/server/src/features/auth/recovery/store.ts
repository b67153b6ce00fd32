import type { Tx } from '#platform/db'

export interface RecoveryRequest {
  readonly requestId: string
  readonly reference: string
  readonly memberId: string | null
  readonly sealedContact: string
  readonly sealedStatement: string
  readonly keyHash: Buffer
  readonly createdAt: Date
}

export async function insertRecoveryRequest(tx: Tx, request: RecoveryRequest): Promise<void> {
  await tx.query(
    `INSERT INTO app.recovery_requests (id, reference, member_id, contact, statement, created_at, key_hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      request.requestId,
      request.reference,
      request.memberId,
      request.sealedContact,
      request.sealedStatement,
      request.createdAt,
      request.keyHash,
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

const pleaColumns = `id AS "requestId", reference, member_id AS "memberId", contact AS "sealedContact",
  statement AS "sealedStatement", state, created_at AS "createdAt"`

/** Of real members, with no review yet, oldest first, each taken by one worker. */
export const lockUnreviewed = (tx: Tx, most: number): Promise<readonly PleaRow[]> =>
  tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests
     WHERE state = 'pending' AND member_id IS NOT NULL AND review_id IS NULL
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [most],
  )

export async function setReview(tx: Tx, requestId: string, reviewId: string): Promise<void> {
  await tx.query(`UPDATE app.recovery_requests SET review_id = $2 WHERE id = $1`, [requestId, reviewId])
}

export async function readPlea(tx: Tx, requestId: string): Promise<PleaRow | undefined> {
  const [row] = await tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests WHERE id = $1 AND member_id IS NOT NULL`,
    [requestId],
  )
  return row
}

/** The newest of a member. */
export async function readPleaOf(tx: Tx, memberId: string): Promise<PleaRow | undefined> {
  const [row] = await tx.query<PleaRow>(
    `SELECT ${pleaColumns} FROM app.recovery_requests WHERE member_id = $1 ORDER BY created_at DESC LIMIT 1`,
    [memberId],
  )
  return row
}

export interface PleaCounts {
  readonly lately: number
  readonly open: number
}

/** How many pleas there were for this account in thirty days, and how many wait now. */
export async function countPleas(tx: Tx, memberId: string, since: Date): Promise<PleaCounts> {
  const [row] = await tx.query<PleaCounts>(
    `SELECT count(*)::integer AS lately, (count(*) FILTER (WHERE state = 'pending'))::integer AS open
     FROM app.recovery_requests WHERE member_id = $1 AND created_at > $2`,
    [memberId, since],
  )
  return row!
}

/** Undefined when it is pending no more. */
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

/** True once for each passed plea, to whoever has its key. */
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

/** When the member was last seen, and on how many devices he is known. */
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
