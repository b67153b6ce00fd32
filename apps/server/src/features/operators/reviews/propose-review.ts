import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import { isTooShort } from '@fairlot/rules/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { type OpenedReview, openReview, type ReviewToOpen } from './open-review.ts'

export interface Proposing {
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

export type Proposed = ConsoleOutcome<{ readonly reviewId: string; readonly number: string }>

/**
 * The answer to a proposal. `whenOpen` is the refusal while another review of this kind with the same subject is open.
 */
export function answerProposal(opened: OpenedReview, whenOpen: ConsoleRefusalCode): Proposed {
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? whenOpen : opened.refusal)
}

type Proposal = Omit<ReviewToOpen, 'by' | 'now' | 'requestId'> & { readonly reason: string }

/** A proposal that has no effect besides its review until a second operator approves. Refuses also: `proposal.why`. */
export const openProposal = async (
  db: Db,
  proposal: Proposal,
  { by, now, requestId }: Proposing,
  whenOpen: ConsoleRefusalCode,
): Promise<Proposed> => {
  if (isTooShort(proposal.reason)) return refuse('proposal.why', { field: 'why' })
  return answerProposal(
    await db.transaction((tx) => openReview(tx, { ...proposal, by, now, requestId })),
    whenOpen,
  )
}

/** A proposal without a member. Refuses: `proposal.why`, `proposal.open`, `review.not-allowed`. */
export const proposeReview = (
  db: Db,
  asked: Omit<Proposal, 'memberId'>,
  proposing: Proposing,
): Promise<Proposed> => openProposal(db, { ...asked, memberId: null }, proposing, 'proposal.open')
