// Four eyes, as pure decisions: what a vote needs, and what it makes of a review. The database holds the same rules
// (app.vote_review); tests walk both with the same histories.

import type { OperatorRight, ReviewDecision, ReviewKind, ReviewState } from '@fairlot/contract/operators'
import { type GrantedRole, hasRight } from './roles.ts'

export interface ReviewKindTerms {
  /** The right to vote first; null where an operator's proposal is the first vote. */
  readonly first: OperatorRight | null
  /** The right to vote second. */
  readonly second: OperatorRight
  /** The right to propose it; null where only members ask for it. */
  readonly propose: OperatorRight | null
  /** Decided within, as the member is told. */
  readonly promisedMinutes: number
  readonly expiresHours: number
  /** The first to approve may set another value than was asked for; the second sees and approves that one. */
  readonly mayRevise: boolean
}

const asked = (promisedMinutes: number, mayRevise = false): ReviewKindTerms => ({
  first: 'review',
  second: 'approve',
  propose: null,
  promisedMinutes,
  expiresHours: 24 * 7,
  mayRevise,
})
const proposed = (propose: OperatorRight, second: OperatorRight = 'approve'): ReviewKindTerms => ({
  first: null,
  second,
  propose,
  promisedMinutes: 24 * 60,
  expiresHours: 72,
  mayRevise: false,
})

export const reviewTerms: Readonly<Record<ReviewKind, ReviewKindTerms>> = {
  identity: asked(24 * 60),
  'bank-account': asked(4 * 60),
  deposit: asked(60, true),
  withdrawal: asked(4 * 60),
  'payout-batch': proposed('propose-funds'),
  'payout-return': proposed('propose-funds'),
  'day-trading': asked(24 * 60),
  recovery: asked(24 * 60),
  appeal: asked(72 * 60),
  restriction: proposed('propose-funds'),
  'restriction-lift': proposed('propose-funds'),
  journal: proposed('propose-funds'),
  'rule-change': proposed('propose-rules'),
  'site-config': proposed('propose-rules'),
  channel: proposed('propose-funds'),
  closure: proposed('propose-market'),
  'market-halt': proposed('propose-market'),
  'market-resume': proposed('propose-market'),
  operator: proposed('propose-people'),
  'coupon-grant': proposed('propose-funds'),
  notice: proposed('write-notices'),
}

export const reviewTransitions: readonly (readonly [ReviewState, ReviewState])[] = [
  ['waiting', 'second'],
  ['waiting', 'decided'],
  ['waiting', 'expired'],
  ['waiting', 'withdrawn'],
  ['second', 'decided'],
  ['second', 'expired'],
  ['second', 'withdrawn'],
  ['decided', 'closed'],
]

export interface Voter {
  readonly operatorId: string
  readonly device: string
  readonly roles: readonly GrantedRole[]
  /** Members who are himself, are related to him, or came by his invitation. */
  readonly related: readonly string[]
}

export interface OpenReview {
  readonly kind: ReviewKind
  readonly state: ReviewState
  readonly memberId: string | null
  /** Of a proposal about an operator, his id: he has no vote on it. */
  readonly subject?: string
  readonly payloadHash: string
  readonly expiresAt: Date
  /** Who has approved so far; whoever proposed it is the first. */
  readonly approvals: readonly { readonly operatorId: string; readonly device: string }[]
}

export interface Vote {
  readonly decision: ReviewDecision
  /** Of what the voter saw. */
  readonly payloadHash: string
  readonly note: string
}

export type VoteRefusal =
  | 'review.not-open'
  | 'review.expired'
  | 'review.changed'
  | 'review.not-allowed'
  | 'review.same-person'
  | 'review.same-device'
  | 'review.own-account'
  | 'review.reason-required'

/** Undefined when the vote counts. The order is the order in which the database asks. */
export function refuseVote(review: OpenReview, voter: Voter, vote: Vote, now: Date): VoteRefusal | undefined {
  if (review.state !== 'waiting' && review.state !== 'second') return 'review.not-open'
  if (review.expiresAt <= now) return 'review.expired'
  if (review.payloadHash !== vote.payloadHash) return 'review.changed'
  const { first, second } = reviewTerms[review.kind]
  const right = review.state === 'waiting' && first !== null ? first : second
  // Whoever may vote second may also turn down at once.
  const mayVote =
    hasRight(voter.roles, right, now) || (vote.decision === 'reject' && hasRight(voter.roles, second, now))
  if (!mayVote) return 'review.not-allowed'
  if (review.memberId !== null && voter.related.includes(review.memberId)) return 'review.own-account'
  if (review.kind === 'operator' && review.subject === voter.operatorId) return 'review.own-account'
  if (vote.decision === 'approve') {
    if (review.approvals.some(({ operatorId }) => operatorId === voter.operatorId))
      return 'review.same-person'
    if (review.approvals.some(({ device }) => device === voter.device)) return 'review.same-device'
  }
  if (vote.decision === 'reject' && vote.note.trim() === '') return 'review.reason-required'
  return undefined
}

/** Two approvals pass it; one rejection turns it down. */
export function stateAfterVote(review: OpenReview, decision: ReviewDecision): ReviewState {
  if (decision === 'reject') return 'decided'
  return review.approvals.length === 0 ? 'second' : 'decided'
}
