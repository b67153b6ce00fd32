import type { ReviewDecision, VoteSignature, VotingKeyKind } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'

export interface VotingKeyRow {
  readonly keyId: string
  readonly operatorId: string
  readonly kind: VotingKeyKind
  readonly publicKey: Buffer
  readonly credentialId: string | null
  readonly label: string
  readonly requestedAt: Date
  readonly validFrom: Date | null
  readonly revokedAt: Date | null
}

const columns = `id AS "keyId", operator_id AS "operatorId", kind, public_key AS "publicKey",
  credential_id AS "credentialId", label, requested_at AS "requestedAt", valid_from AS "validFrom",
  revoked_at AS "revokedAt"`

export const readVotingKeys = (tx: Tx, operatorId: string): Promise<readonly VotingKeyRow[]> =>
  tx.query<VotingKeyRow>(
    `SELECT ${columns} FROM app.operator_voting_keys WHERE operator_id = $1 ORDER BY requested_at, id`,
    [operatorId],
  )

export async function readVotingKey(tx: Tx, keyId: string): Promise<VotingKeyRow | undefined> {
  const [row] = await tx.query<VotingKeyRow>(
    `SELECT ${columns} FROM app.operator_voting_keys WHERE id = $1`,
    [keyId],
  )
  return row
}

export async function countVotingKeys(tx: Tx, operatorId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.operator_voting_keys
     WHERE operator_id = $1 AND valid_from IS NOT NULL AND revoked_at IS NULL`,
    [operatorId],
  )
  return row!.count
}

/** Returns false when this key is already registered. A review or a founding code activates it. */
export async function insertVotingKey(
  tx: Tx,
  key: Omit<VotingKeyRow, 'validFrom' | 'revokedAt'>,
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, credential_id, label, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING 1`,
    [key.keyId, key.operatorId, key.kind, key.publicKey, key.credentialId, key.label, key.requestedAt],
  )
  return rows.length === 1
}

/** Returns false when the code is wrong, the operator is not a founding operator, or they already have a key. */
export async function foundVotingKey(
  tx: Tx,
  keyId: string,
  operatorId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const [row] = await tx.query<{ isFirst: boolean }>(`SELECT app.found_voting_key($1, $2, $3) AS "isFirst"`, [
    keyId,
    operatorId,
    codeHash,
  ])
  return row!.isFirst
}

/** Uses PostgreSQL's clock, like the time of a signature. */
export async function putInForce(tx: Tx, keyId: string): Promise<void> {
  await tx.query(`UPDATE app.operator_voting_keys SET valid_from = clock_timestamp() WHERE id = $1`, [keyId])
}

export async function revokeVotingKeys(tx: Tx, operatorId: string, except: string | null): Promise<void> {
  await tx.query(
    `UPDATE app.operator_voting_keys SET revoked_at = clock_timestamp()
     WHERE operator_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2::uuid`,
    [operatorId, except],
  )
}

export interface SignatureToKeep extends VoteSignature {
  readonly reviewId: string
  readonly operatorId: string
  readonly decision: ReviewDecision
  readonly revised: Readonly<Record<string, unknown>> | null
}

/** Returns false when this vote is already signed. */
export async function insertSignature(tx: Tx, signed: SignatureToKeep): Promise<boolean> {
  const { signature, authenticatorData, clientDataJSON } = signed
  const rows = await tx.query(
    `INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, revised, signature)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING 1`,
    [
      signed.reviewId,
      signed.operatorId,
      signed.decision,
      signed.keyId,
      signed.at,
      JSON.stringify(signed.opened),
      signed.revised === null ? null : JSON.stringify(signed.revised),
      JSON.stringify({ signature, authenticatorData, clientDataJSON }),
    ],
  )
  return rows.length === 1
}

export interface OwnVote {
  readonly reviewId: string
  readonly kind: string
  readonly memberId: string | null
  readonly subject: string
  readonly payloadHash: string
  readonly note: string
}

/** The operator's own approval that has no signature yet. */
export async function readUnsignedVote(
  tx: Tx,
  reviewId: string,
  operatorId: string,
): Promise<OwnVote | undefined> {
  const [row] = await tx.query<OwnVote>(
    `SELECT r.id AS "reviewId", r.kind, r.member_id AS "memberId", r.subject, v.payload_hash AS "payloadHash", v.note
     FROM app.review_votes v JOIN app.reviews r ON r.id = v.review_id
     WHERE v.review_id = $1 AND v.operator_id = $2 AND v.decision = 'approve' AND NOT EXISTS (
       SELECT FROM app.review_signatures s
       WHERE s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision)`,
    [reviewId, operatorId],
  )
  return row
}
