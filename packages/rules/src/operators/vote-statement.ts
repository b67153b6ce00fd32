// What an operator's key signs. The voting page and the executing worker build the same text from the same facts: the
// signature is valid only for this review, this payload, this decision and these words.

import type { ReviewDecision, ReviewKind } from '@fairlot/contract/operators'

export interface VoteFacts {
  readonly reviewId: string
  readonly kind: ReviewKind
  readonly memberId: string | null
  /** The row of the feature that the review is about. */
  readonly subject: string
  /** SHA-256 of the payload the voter saw, before their own revision. */
  readonly payloadHash: string
  /** The values the first approver changed. */
  readonly revised: Readonly<Record<string, string | number>> | null
  readonly decision: ReviewDecision
  /** For a rejection: the reason code and the wrong fields, as stored. */
  readonly reason: string | null
  readonly problems: readonly { readonly field: string; readonly problem: string }[]
  readonly note: string
  readonly operatorId: string
  /** When it was signed, ISO 8601 with milliseconds. */
  readonly at: string
  /** The documents that were opened before the vote. */
  readonly opened: readonly string[]
}

/** For an approval, or a rejection with free text only. */
export const noReason: Pick<VoteFacts, 'reason' | 'problems'> = { reason: null, problems: [] }

export function voteStatement(vote: VoteFacts): string {
  return JSON.stringify([
    'fairlot vote 1',
    vote.reviewId,
    vote.kind,
    vote.memberId,
    vote.subject,
    vote.payloadHash,
    vote.revised === null
      ? null
      : Object.entries(vote.revised).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    vote.decision,
    vote.reason,
    vote.problems.map(({ field, problem }) => [field, problem]),
    vote.note.trim().toWellFormed(),
    vote.operatorId,
    vote.at,
    vote.opened,
  ])
}

/** A fingerprint for two people to read to each other: the first 96 bits, in groups of four. */
export const fingerprintText = (sha256: string): string =>
  (sha256.slice(0, 24).toUpperCase().match(/.{4}/g) ?? []).join(' ')
