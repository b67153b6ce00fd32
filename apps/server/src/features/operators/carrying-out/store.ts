import type { ReviewDecision } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'
import type { Review } from '../reviews/review-kind.ts'
import { reviewColumns } from '../reviews/store.ts'

export async function claimReview(tx: Tx, now: Date): Promise<Review | undefined> {
  const [row] = await tx.query<Review>(`SELECT ${reviewColumns} FROM app.claim_review($1) r`, [now])
  return row
}

export interface CastVote {
  readonly operatorId: string
  readonly decision: ReviewDecision
  readonly note: string
}

export function readVotes(tx: Tx, reviewId: string): Promise<readonly CastVote[]> {
  return tx.query<CastVote>(
    `SELECT operator_id AS "operatorId", decision, note FROM app.review_votes WHERE review_id = $1 ORDER BY at, operator_id`,
    [reviewId],
  )
}

export async function closeReview(tx: Tx, reviewId: string, outcome: string, now: Date): Promise<void> {
  await tx.query(`SELECT app.close_review($1, $2, $3)`, [reviewId, outcome, now])
}

export async function noteTrouble(tx: Tx, reviewId: string, trouble: string, now: Date): Promise<void> {
  await tx.query(`SELECT app.note_review_trouble($1, $2, $3)`, [reviewId, trouble, now])
}

export async function expireReviews(tx: Tx, now: Date, most: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`SELECT app.expire_reviews($1, $2) AS count`, [now, most])
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
     WHERE outcome IS NULL AND state IN ('decided', 'expired', 'withdrawn') AND trouble IS NOT NULL`,
  )
  return row!.count
}
