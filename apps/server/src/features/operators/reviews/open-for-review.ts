import type { Tx } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { insertOpening, readMemberOfOpen } from './store.ts'

export interface OpeningForReview {
  readonly reviewId: string
  /** The member whose data it is. */
  readonly memberId: string
  /** `file:<id>` of a picture, `field:<name>` of a personal field, or the code of a text. */
  readonly document: string
}

/**
 * Records that this operator opened a document for this review. `again` when they had opened it before: an opening is
 * recorded once and is valid until the review is decided. `none` when no open review of this member has this id.
 */
export async function openForReview(
  tx: Tx,
  { reviewId, memberId, document }: OpeningForReview,
  { operatorId }: OperatorCaller,
  now: Date,
): Promise<'first' | 'again' | 'none'> {
  if ((await readMemberOfOpen(tx, reviewId)) !== memberId) return 'none'
  return (await insertOpening(tx, { reviewId, operatorId, document, now })) ? 'first' : 'again'
}
