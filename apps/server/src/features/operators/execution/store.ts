import type { ReviewDecision, VotingKeyKind } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'
import type { Review, Rejection } from '../reviews/review-kind.ts'
import { reviewColumns } from '../reviews/store.ts'
import type { SignatureBytes } from '../voting-keys/verify-signature.ts'

/** A condition: `claimReview` finds one. */
export const isToExecute = `EXISTS (SELECT FROM app.reviews WHERE outcome IS NULL
  AND state IN ('decided', 'expired', 'cancelled') AND (retry_at IS NULL OR retry_at <= $1))`

export async function claimReview(tx: Tx, now: Date): Promise<Review | undefined> {
  const [row] = await tx.query<Review>(`SELECT ${reviewColumns} FROM app.claim_review($1) r`, [now])
  return row
}

/** By id. A review that ended as `not-signed` executed nothing. */
export const readClosedReviews = (tx: Tx, after: string | null, max: number): Promise<readonly Review[]> =>
  tx.query<Review>(
    `SELECT ${reviewColumns} FROM app.reviews r
     WHERE r.state = 'closed' AND r.outcome <> 'not-signed' AND ($1::uuid IS NULL OR r.id > $1)
     ORDER BY r.id LIMIT $2`,
    [after, max],
  )

export interface CastVote {
  readonly operatorId: string
  readonly decision: ReviewDecision
  readonly note: string
  readonly reason: string | null
  readonly problems: Rejection['problems']
  readonly payloadHash: string
  readonly votedAt: Date
  /** Documents that are recorded as opened by this operator for this review. */
  readonly openings: readonly string[]
  /** Null for an unsigned vote. */
  readonly signed: {
    readonly at: Date
    readonly opened: readonly string[]
    readonly revised: Readonly<Record<string, string | number>> | null
    readonly signature: SignatureBytes
    readonly kind: VotingKeyKind
    readonly publicKey: Buffer
    /** The key belongs to this operator and was in force when PostgreSQL received the signature. */
    readonly isInForce: boolean
  } | null
}

/** All signature columns are null for an unsigned vote. */
type VoteRow = Omit<CastVote, 'signed'> & {
  [Field in keyof NonNullable<CastVote['signed']>]: NonNullable<CastVote['signed']>[Field] | null
}

export async function readVotes(tx: Tx, reviewId: string): Promise<readonly CastVote[]> {
  const rows = await tx.query<VoteRow>(
    `SELECT v.operator_id AS "operatorId", v.decision, v.note, d.reason, coalesce(d.problems, '[]') AS problems,
       v.payload_hash AS "payloadHash", v.at AS "votedAt",
       ARRAY(SELECT o.document FROM app.review_openings o
         WHERE o.review_id = v.review_id AND o.operator_id = v.operator_id) AS openings, s.signed_at AS at,
       s.opened, s.revised, s.signature, k.kind, k.public_key AS "publicKey",
       k.operator_id = v.operator_id AND k.valid_from <= s.received_at
         AND (k.revoked_at IS NULL OR k.revoked_at > s.received_at) AS "isInForce"
     FROM app.review_votes v
     LEFT JOIN app.vote_details d USING (review_id, operator_id, decision)
     LEFT JOIN app.review_signatures s
       ON s.review_id = v.review_id AND s.operator_id = v.operator_id AND s.decision = v.decision
     LEFT JOIN app.operator_voting_keys k ON k.id = s.key_id
     WHERE v.review_id = $1 ORDER BY v.at, v.operator_id`,
    [reviewId],
  )
  return rows.map(({ at, opened, revised, signature, kind, publicKey, isInForce, ...vote }) => {
    const signed =
      at && opened && signature && kind && publicKey
        ? { at, opened, revised, signature, kind, publicKey, isInForce: isInForce === true }
        : null
    return { ...vote, signed }
  })
}

/**
 * The payload as PostgreSQL writes it, and the one before the first approver revised it: the hashes cover these texts.
 */
export async function readPayloadTexts(
  tx: Tx,
  reviewId: string,
): Promise<{ readonly payload: string; readonly asked: string | null }> {
  const [row] = await tx.query<{ payload: string; asked: string | null }>(
    `SELECT payload::text AS payload, asked::text AS asked FROM app.reviews WHERE id = $1`,
    [reviewId],
  )
  return row!
}

export async function closeReview(tx: Tx, reviewId: string, outcome: string, now: Date): Promise<void> {
  await tx.query(`SELECT app.close_review($1, $2, $3)`, [reviewId, outcome, now])
}

/** Returns how many tries there were. */
export async function noteTrouble(tx: Tx, reviewId: string, trouble: string, now: Date): Promise<number> {
  await tx.query(`SELECT app.note_review_trouble($1, $2, $3)`, [reviewId, trouble, now])
  const [row] = await tx.query<{ tries: number }>(`SELECT tries FROM app.reviews WHERE id = $1`, [reviewId])
  return row?.tries ?? 0
}

export async function expireReviews(tx: Tx, now: Date, max: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`SELECT app.expire_reviews($1, $2) AS count`, [now, max])
  return row!.count
}

export async function deleteOldRows(tx: Tx, before: Date): Promise<number> {
  const gone = await Promise.all([
    tx.query(`DELETE FROM app.operator_challenges WHERE expires_at < $1 RETURNING 1`, [before]),
    tx.query(`DELETE FROM app.operator_tries WHERE updated_at < $1 RETURNING 1`, [before]),
  ])
  return gone.reduce((sum, rows) => sum + rows.length, 0)
}

export async function countTroubled(tx: Tx): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.reviews
     WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled') AND trouble IS NOT NULL`,
  )
  return row!.count
}
