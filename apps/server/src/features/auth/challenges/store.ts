import type { Tx } from '#platform/db'

export type ChallengeKind =
  | 'second-factor'
  | 'passkey-sign-in'
  | 'passkey-enrolment'
  | 'authenticator-enrolment'
  | 'recovery'

/** The data with which a later request completes the challenge. Each kind uses its own fields. */
export interface ChallengeFacts {
  readonly agreementVersion?: string
  /** The WebAuthn challenge, base64url. */
  readonly webauthn?: string
  /** The id of the second-factor challenge that this passkey ceremony completes. */
  readonly serves?: string
  /** The id of the passkey ceremony that a recovery offers. */
  readonly ceremonyId?: string
  readonly sealedSeed?: string
}

export interface Challenge {
  readonly challengeId: string
  readonly kind: ChallengeKind
  readonly memberId: string | null
  readonly account: string
  readonly deviceId: string
  readonly facts: ChallengeFacts
  readonly tries: number
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

const columns = `id AS "challengeId", kind, member_id AS "memberId", account, device_id AS "deviceId", facts, tries,
  expires_at AS "expiresAt", used_at AS "usedAt"`

export async function insertChallenge(
  tx: Tx,
  row: Omit<Challenge, 'tries' | 'usedAt'> & { now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.challenges (id, kind, member_id, account, device_id, facts, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      row.challengeId,
      row.kind,
      row.memberId,
      row.account,
      row.deviceId,
      JSON.stringify(row.facts),
      row.now,
      row.expiresAt,
    ],
  )
}

/** Locks the row until the transaction ends, so that only one request at a time can complete the challenge. */
export async function lockChallenge(tx: Tx, challengeId: string): Promise<Challenge | undefined> {
  const [row] = await tx.query<Challenge>(`SELECT ${columns} FROM app.challenges WHERE id = $1 FOR UPDATE`, [
    challengeId,
  ])
  return row
}

/** Locks the member's newest unused challenge of this kind. After `closeChallenges` it is the only one. */
export async function lockOnlyChallenge(
  tx: Tx,
  memberId: string,
  kind: ChallengeKind,
): Promise<Challenge | undefined> {
  const [row] = await tx.query<Challenge>(
    `SELECT ${columns} FROM app.challenges WHERE member_id = $1 AND kind = $2 AND used_at IS NULL
     ORDER BY created_at DESC LIMIT 1 FOR UPDATE`,
    [memberId, kind],
  )
  return row
}

/** Closes earlier challenges, so that only the newest can be completed. */
export async function closeChallenges(
  tx: Tx,
  memberId: string,
  kind: ChallengeKind,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.challenges SET used_at = $3 WHERE member_id = $1 AND kind = $2 AND used_at IS NULL`,
    [memberId, kind, now],
  )
}

export async function countChallengeTry(tx: Tx, challengeId: string): Promise<void> {
  await tx.query(`UPDATE app.challenges SET tries = tries + 1 WHERE id = $1`, [challengeId])
}

export async function markChallengeUsed(tx: Tx, challengeId: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.challenges SET used_at = $2 WHERE id = $1`, [challengeId, now])
}

export async function deleteOldChallenges(tx: Tx, before: Date): Promise<number> {
  const rows = await tx.query(`DELETE FROM app.challenges WHERE expires_at < $1 RETURNING 1`, [before])
  return rows.length
}
