import type { ReviewDecision, ReviewKind } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'
import { jsonText } from '#platform/json-text'
import type { Review } from './review-kind.ts'

export interface ReviewToInsert {
  readonly reviewId: string
  readonly kind: ReviewKind
  readonly memberId: string | null
  readonly subject: string
  readonly amount: bigint | null
  readonly currency: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly flags: readonly string[]
  readonly operatorId: string | null
  readonly sessionId: string | null
  readonly reason: string
  readonly evidence: readonly { readonly label: string; readonly value: string }[]
  readonly now: Date
}

export interface Inserted {
  readonly refusal: 'review.not-allowed' | 'review.own-account' | 'review.exists' | null
  readonly number: string
  readonly promisedAt: Date
  readonly expiresAt: Date
}

export async function insertReview(tx: Tx, review: ReviewToInsert): Promise<Inserted> {
  const [row] = await tx.query<Inserted>(
    `SELECT refusal, number, promised_at AS "promisedAt", expires_at AS "expiresAt"
     FROM app.open_review($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      review.reviewId,
      review.kind,
      review.memberId,
      review.subject,
      review.amount,
      review.currency,
      jsonText(review.payload),
      review.flags,
      review.operatorId,
      review.sessionId,
      review.reason,
      jsonText(review.evidence),
      review.now,
    ],
  )
  return row!
}

export const reviewColumns = `r.id AS "reviewId", r.number, r.kind, r.member_id AS "memberId", r.subject, r.amount,
  r.currency, r.payload, r.payload_hash AS "payloadHash", r.asked, r.opened_at AS "openedAt",
  r.promised_at AS "promisedAt", r.expires_at AS "expiresAt", r.flags, r.opened_by AS "openedBy", r.reason, r.state,
  r.decision`

export interface VoteToCount {
  readonly reviewId: string
  readonly operatorId: string
  readonly sessionId: string
  readonly decision: ReviewDecision
  readonly payloadHash: string
  readonly note: string
  readonly revised: Readonly<Record<string, unknown>> | null
  readonly now: Date
}

/** Returns null when the vote counted, else the refusal's code. */
export async function countVote(tx: Tx, vote: VoteToCount): Promise<string | null> {
  const [row] = await tx.query<{ refusal: string | null }>(
    `SELECT app.vote_review($1, $2, $3, $4, $5, $6, $7, $8) AS refusal`,
    [
      vote.reviewId,
      vote.operatorId,
      vote.sessionId,
      vote.decision,
      vote.payloadHash,
      vote.note,
      vote.revised === null ? null : JSON.stringify(vote.revised),
      vote.now,
    ],
  )
  return row!.refusal
}

export async function cancelReviewRow(
  tx: Tx,
  reviewId: string,
  by: { readonly operatorId: string } | { readonly memberId: string },
  now: Date,
): Promise<string | null> {
  const [row] = await tx.query<{ refusal: string | null }>(
    `SELECT app.cancel_review($1, $2, $3, $4) AS refusal`,
    [reviewId, 'operatorId' in by ? by.operatorId : null, 'memberId' in by ? by.memberId : null, now],
  )
  return row!.refusal
}

/** The newest open review of this row, for a feature that must find its own review. */
export async function readOpenReview(tx: Tx, kind: ReviewKind, subject: string): Promise<Review | undefined> {
  const [row] = await tx.query<Review>(
    `SELECT ${reviewColumns} FROM app.reviews r
     WHERE r.kind = $1 AND r.subject = $2 AND r.state IN ('waiting', 'second', 'decided')`,
    [kind, subject],
  )
  return row
}

/** How many reviews of this kind are older and still open. */
export async function countAhead(tx: Tx, kind: ReviewKind, openedAt: Date): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.reviews
     WHERE kind = $1 AND state IN ('waiting', 'second') AND opened_at < $2`,
    [kind, openedAt],
  )
  return row!.count
}

export interface OpenProposal {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
  readonly subject: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly openedAt: Date
  /** Who proposed it. */
  readonly by: string
}

/** Open proposals of these kinds: a page shows them beside what they would change. */
export const readOpenProposals = (tx: Tx, kinds: readonly ReviewKind[]): Promise<readonly OpenProposal[]> =>
  tx.query<OpenProposal>(
    `SELECT r.id AS "reviewId", r.number, r.kind, r.subject, r.payload, r.opened_at AS "openedAt",
       coalesce(o.name, '') AS by
     FROM app.reviews r LEFT JOIN app.operators o ON o.id = r.opened_by
     WHERE r.kind = ANY($1) AND r.state IN ('waiting', 'second', 'decided') ORDER BY r.opened_at`,
    [kinds],
  )

export const showProposal = ({
  reviewId,
  number,
  by,
  openedAt,
}: Pick<OpenProposal, 'reviewId' | 'number' | 'by' | 'openedAt'>) => ({
  reviewId,
  number,
  by,
  openedAt: openedAt.toISOString(),
})

export interface OpeningRow {
  readonly document: string
  readonly at: Date
}

/** What this operator has opened for this review. */
export const readOpenings = (tx: Tx, reviewId: string, operatorId: string): Promise<readonly OpeningRow[]> =>
  tx.query<OpeningRow>(
    `SELECT document, at FROM app.review_openings WHERE review_id = $1 AND operator_id = $2 ORDER BY at, document`,
    [reviewId, operatorId],
  )

/** Returns false when the operator has already opened the document. An opening is work on the review. */
export async function insertOpening(
  tx: Tx,
  opening: {
    readonly reviewId: string
    readonly operatorId: string
    readonly document: string
    readonly now: Date
  },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.review_openings (review_id, operator_id, document, at) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [opening.reviewId, opening.operatorId, opening.document, opening.now],
  )
  await renewAssignment(tx, opening.reviewId, opening.operatorId, opening.now)
  return rows.length === 1
}

/** An action of the operator who works on the review: the assignment lasts longer. */
export async function renewAssignment(
  tx: Tx,
  reviewId: string,
  operatorId: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.review_assignments SET active_at = greatest(active_at, $3) WHERE review_id = $1 AND operator_id = $2`,
    [reviewId, operatorId, now],
  )
}

/** The member of a review that can still be voted on. */
export async function readMemberOfOpen(tx: Tx, reviewId: string): Promise<string | null | undefined> {
  const [row] = await tx.query<{ memberId: string | null }>(
    `SELECT member_id AS "memberId" FROM app.reviews WHERE id = $1 AND state IN ('waiting', 'second')`,
    [reviewId],
  )
  return row?.memberId
}

export interface VoteDetails {
  readonly reviewId: string
  readonly operatorId: string
  readonly decision: ReviewDecision
  readonly reason: string | null
  readonly problems: readonly { readonly field: string; readonly problem: string }[]
  readonly opened: readonly { readonly code: string; readonly at: string }[]
}

/** Runs in the transaction of the vote, after it counted. */
export async function insertVoteDetails(tx: Tx, details: VoteDetails): Promise<void> {
  await tx.query(
    `INSERT INTO app.vote_details (review_id, operator_id, decision, reason, problems, opened)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [
      details.reviewId,
      details.operatorId,
      details.decision,
      details.reason,
      JSON.stringify(details.problems),
      JSON.stringify(details.opened),
    ],
  )
}
