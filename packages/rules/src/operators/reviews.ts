// The two-person rule as pure decisions: what a vote needs, and how it changes a review. The database has the same
// rules (app.vote_review); tests run both with the same histories.

import {
  ofEachKind,
  type ReviewDecision,
  type ReviewKind,
  type ReviewState,
} from '@fairlot/contract/operators'
import { type GrantedRole, hasRight } from './roles.ts'

export const reviewTerms = ofEachKind(({ terms }) => terms)

/** A restriction with this flag is a response to a suspected takeover. */
export const takeoverFlag = 'takeover'

const urgent = ofEachKind(({ isUrgent: is }) => is === true)

/** To be decided within minutes, at the top of the queue and with a bell. The database generates the same column. */
export const isUrgent = (kind: ReviewKind, flags: readonly string[]): boolean =>
  urgent[kind] || flags.includes(takeoverFlag)

export const reviewTransitions: readonly (readonly [ReviewState, ReviewState])[] = [
  ['waiting', 'second'],
  ['waiting', 'decided'],
  ['waiting', 'expired'],
  ['waiting', 'cancelled'],
  ['second', 'decided'],
  ['second', 'expired'],
  ['second', 'cancelled'],
  ['decided', 'closed'],
]

export interface Voter {
  readonly operatorId: string
  readonly device: string
  readonly roles: readonly GrantedRole[]
  /** Members who are the operator, are related to the operator, or joined by the operator's invitation. */
  readonly related: readonly string[]
  /** One of these members has a ticket in the draw that the review releases. */
  readonly holdsTicket?: boolean
  /** Operators whose votes do not count together with this one's: a new operator and their proposer. */
  readonly separatedFrom: readonly string[]
}

export interface CountedVote {
  readonly operatorId: string
  readonly device: string
  /** Signed by the operator's own key. Without it the review is not executed. */
  readonly isSigned: boolean
}

export interface OpenReview {
  readonly kind: ReviewKind
  readonly state: ReviewState
  readonly memberId: string | null
  /** For a proposal about an operator: that operator's id. They cannot vote on it. */
  readonly subject?: string
  readonly payloadHash: string
  readonly expiresAt: Date
  /** Approvals so far; the proposer's is the first. */
  readonly approvals: readonly CountedVote[]
  /** Rejections so far, where two are needed. */
  readonly rejections: readonly CountedVote[]
  /** For an appeal: who set the restriction it is against. */
  readonly setBy: readonly string[]
}

export interface Vote {
  readonly decision: ReviewDecision
  /** Hash of the payload the voter saw. */
  readonly payloadHash: string
  readonly note: string
}

export type VoteRefusal =
  | 'review.not-open'
  | 'review.expired'
  | 'review.changed'
  | 'review.not-allowed'
  | 'review.own-account'
  | 'review.set-restriction'
  | 'review.same-person'
  | 'review.same-device'
  | 'review.separated'
  | 'review.unsigned'
  | 'review.reason-required'

/** How many equal votes decide. */
const votesWanted = (kind: ReviewKind, decision: ReviewDecision): 1 | 2 =>
  decision === 'reject' && !reviewTerms[kind].rejectByTwo ? 1 : 2

const isAboutOperator = (kind: ReviewKind): boolean => kind === 'operator' || kind === 'operator-key'

/** Returns undefined when the vote counts. The checks are in the database's order. */
export function refuseVote(review: OpenReview, voter: Voter, vote: Vote, now: Date): VoteRefusal | undefined {
  if (review.state !== 'waiting' && review.state !== 'second') return 'review.not-open'
  if (review.expiresAt <= now) return 'review.expired'
  if (review.payloadHash !== vote.payloadHash) return 'review.changed'
  const { first, second, rejectByTwo } = reviewTerms[review.kind]
  const right = review.state === 'waiting' && first !== null ? first : second
  // An operator with the right to vote second can also reject at once.
  const mayVote =
    hasRight(voter.roles, right, now) || (vote.decision === 'reject' && hasRight(voter.roles, second, now))
  if (!mayVote) return 'review.not-allowed'
  if (review.memberId !== null && voter.related.includes(review.memberId)) return 'review.own-account'
  if (isAboutOperator(review.kind) && review.subject === voter.operatorId) return 'review.own-account'
  if (voter.holdsTicket === true) return 'review.own-account'
  if (review.setBy.includes(voter.operatorId)) return 'review.set-restriction'
  if (votesWanted(review.kind, vote.decision) === 2) {
    const before = rejectByTwo ? [...review.approvals, ...review.rejections] : review.approvals
    if (before.some(({ operatorId }) => operatorId === voter.operatorId)) return 'review.same-person'
    if (before.some(({ device }) => device === voter.device)) return 'review.same-device'
    const together = vote.decision === 'approve' ? review.approvals : review.rejections
    if (together.some(({ operatorId }) => voter.separatedFrom.includes(operatorId))) return 'review.separated'
    if (together.some(({ isSigned }) => !isSigned)) return 'review.unsigned'
  }
  if (vote.decision === 'reject' && vote.note.trim() === '') return 'review.reason-required'
  return undefined
}

/** Two approvals approve it. One rejection rejects it; for an appeal, two. */
export function stateAfterVote(review: OpenReview, decision: ReviewDecision): ReviewState {
  const before = decision === 'approve' ? review.approvals : review.rejections
  return before.length + 1 >= votesWanted(review.kind, decision) ? 'decided' : 'second'
}
