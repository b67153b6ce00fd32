// The votes of all closed reviews, verified again. SQL counts votes and cannot verify a signature, so a review that was
// closed on forged signatures would look like one that two people approved.

import type { Tx } from '#platform/db'
import { readClosedReviews, readPayloadTexts, readVotes } from './store.ts'
import { NotSigned, verifyVotes } from './verify-votes.ts'

export interface Rechecked {
  readonly verified: number
  /** The numbers of the reviews whose votes do not verify. */
  readonly unsigned: readonly string[]
}

const pageSize = 500

/**
 * What had to be opened is not asked again: documents may be gone by now. Nor is the origin, which an installation may
 * change.
 */
export async function recheckVotes(tx: Tx): Promise<Rechecked> {
  const unsigned: string[] = []
  let verified = 0
  let after: string | null = null
  for (;;) {
    const reviews = await readClosedReviews(tx, after, pageSize)
    for (const review of reviews) {
      const votes = await readVotes(tx, review.reviewId)
      const counting = votes.filter(({ decision }) => decision === review.decision)
      const texts = await readPayloadTexts(tx, review.reviewId)
      try {
        verifyVotes(review, counting, { texts, documents: [], origin: null })
        verified += 1
      } catch (error) {
        if (!(error instanceof NotSigned)) throw error
        unsigned.push(review.number)
      }
    }
    if (reviews.length < pageSize) return { verified, unsigned }
    after = reviews.at(-1)!.reviewId
  }
}
