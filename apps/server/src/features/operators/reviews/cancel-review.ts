import type { ReviewKind } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { readOpenReview, cancelReviewRow } from './store.ts'

export interface Cancellation {
  readonly kind: ReviewKind
  readonly subject: string
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}

/**
 * For a member's own request, in the feature's transaction; the feature releases what the request held. Returns the id
 * of the review, or undefined when it is no longer open: it was decided in the meantime.
 */
export async function cancelReview(
  tx: Tx,
  { kind, subject, memberId, now, requestId }: Cancellation,
): Promise<string | undefined> {
  const review = await readOpenReview(tx, kind, subject)
  if (!review) return undefined
  const refusal = await cancelReviewRow(tx, review.reviewId, { memberId }, now)
  if (refusal !== null) return undefined
  await recordAudit(tx, {
    action: 'operators.review-cancelled',
    actor: `member:${memberId}`,
    subject: `review:${review.reviewId}`,
    details: { number: review.number },
    requestId,
  })
  return review.reviewId
}
