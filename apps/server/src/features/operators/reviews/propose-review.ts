import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { openReview, type ReviewToOpen } from './open-review.ts'

export interface Proposing {
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

export type Proposed = ConsoleOutcome<{ readonly reviewId: string; readonly number: string }>

/**
 * What an operator proposes and nobody is a subject of: the review is all there is until a second person approves.
 * Refuses: `proposal.why`, `proposal.open`, `review.not-allowed`.
 */
export async function proposeReview(
  db: Db,
  asked: Omit<ReviewToOpen, 'by' | 'now' | 'requestId' | 'memberId' | 'reason'> & { readonly reason: string },
  { by, now, requestId }: Proposing,
): Promise<Proposed> {
  if (asked.reason.trim() === '') return refuse('proposal.why', { field: 'why' })
  const opened = await db.transaction((tx) =>
    openReview(tx, { ...asked, memberId: null, by, now, requestId }),
  )
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? 'proposal.open' : 'review.not-allowed')
}
