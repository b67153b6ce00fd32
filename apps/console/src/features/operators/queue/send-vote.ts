// The only place that sends votes. A vote is prepared when the key is pressed, so that operators sign what they saw
// then. A first approval is sent a few seconds later and can be undone until then.

import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { type Answer, call, type Failed } from '#shell/client.ts'
import { signVote } from '#shell/sign-vote.ts'
import type { ReviewDetail } from './view.ts'

export type VoteBody = ConsoleBodyOf<'/operators/vote'>

export interface VoteToPrepare {
  readonly detail: ReviewDetail
  readonly decision: 'approve' | 'reject'
  readonly note: string
  /** The documents the page has shown. */
  readonly opened: readonly string[]
  /** Of a rejection. */
  readonly reason?: string | undefined
  readonly problems?: VoteBody['problems']
  /** Amounts the first approver sets. */
  readonly revised?: Readonly<Record<string, string>> | undefined
}

export type Prepared = { readonly ok: true; readonly body: VoteBody } | Failed

/** The complete vote, signed by the operator's own key. A passkey asks for its gesture here. */
export const prepareVote = async (vote: VoteToPrepare): Promise<Prepared> => {
  const { detail, decision, note, opened, reason, problems = [], revised = {} } = vote
  const said = {
    decision,
    note: note.trim(),
    ...(reason === undefined ? {} : { reason }),
    ...(problems.length === 0 ? {} : { problems }),
    ...(decision === 'approve' && Object.keys(revised).length > 0 ? { revised: { ...revised } } : {}),
  }
  const signed = await signVote(detail, { ...said, opened })
  if (!signed.ok) return signed
  const { signature } = signed
  const { payloadHash, review } = detail
  return { ok: true, body: { reviewId: review.reviewId, payloadHash, ...said, signature } }
}

export const sendVote = (body: VoteBody, keepalive = false): Promise<Answer<'/operators/vote'>> =>
  call('/operators/vote', body, { keepalive })
