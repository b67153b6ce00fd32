// The calls of one review: a vote, the signature of one's own proposal, its withdrawal. One at a time.

import { useState } from 'react'
import { announce } from '#shell/announce.ts'
import { call, type Failed } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText, showToast, toastFailure } from '#shell/messages.ts'
import { signProposal } from '#shell/sign-vote.ts'
import { flushVote, holdVote } from './pending-vote.ts'
import { prepareVote, sendVote, type VoteToPrepare } from './send-vote.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'

const conflicts: ReadonlySet<string> = new Set([
  'review.not-open',
  'review.expired',
  'review.changed',
  'review.no-revision',
  'review.same-person',
  'review.not-found',
])

type Vote = Omit<VoteToPrepare, 'detail' | 'opened'>

interface VoteCallsInput {
  readonly detail: ReviewDetail
  /** The documents this page has shown. */
  readonly opened: readonly string[]
  readonly onVoted: (reviewId: string) => void
  /** Removes the operator's unsent text. */
  readonly forget: () => void
  readonly onFailed: (isConflict: boolean) => void
}

export function useVoteCalls({ detail, opened, onVoted, forget, onFailed }: VoteCallsInput) {
  const all = queueTexts.use()
  const { reviewId, number } = detail.review
  const [busy, setBusy] = useState<'approve' | 'reject' | 'sign' | 'cancel' | null>(null)
  const [conflict, setConflict] = useState<string>()
  const failed = async (answer: Failed) => {
    const isConflict = answer.why === 'refused' && conflicts.has(answer.msg)
    onFailed(isConflict)
    if (!isConflict) return toastFailure(answer)
    const text = await failureText(answer)
    setConflict(text)
    announce(`${all.done.conflict} ${text}`)
    await refresh('/operators/review', '/operators/queue', '/operators/queueCounts')
  }
  const counted = async (text: string) => {
    forget()
    showToast({ text, tone: 'done', ms: 3000 })
    onVoted(reviewId)
    await refresh('/operators/queue', '/operators/queueCounts', '/operators/review')
  }
  return {
    busy,
    conflict,
    /** The first approval is delayed for five seconds; the next review opens at once. */
    hold: async (vote: Vote, amount: string) => {
      setBusy('approve')
      const prepared = await prepareVote({ detail, opened, ...vote })
      setBusy(null)
      if (!prepared.ok) return failed(prepared)
      forget()
      announce(all.undo.voted(number, amount))
      onVoted(reviewId)
      await holdVote(prepared.body, number, amount)
    },
    /** Nothing is shown as done before the server has confirmed it. */
    send: async (vote: Vote, done: (number: string, isFirst: boolean) => string) => {
      if (busy !== null) return
      setBusy(vote.decision)
      await flushVote()
      const prepared = await prepareVote({ detail, opened, ...vote })
      const answer = prepared.ok ? await sendVote(prepared.body) : prepared
      setBusy(null)
      if (!answer.ok) return failed(answer)
      await counted(done(answer.data.number, answer.data.state === 'second'))
    },
    sign: async () => {
      if (busy !== null) return
      setBusy('sign')
      const done = await signProposal(reviewId)
      setBusy(null)
      if (done !== true) return failed(done)
      await refresh('/operators/review')
    },
    cancel: async () => {
      if (busy !== null) return
      setBusy('cancel')
      const answer = await call('/operators/cancelReview', { reviewId })
      setBusy(null)
      if (!answer.ok) return failed(answer)
      await counted(all.done.cancelled(answer.data.number))
    },
  }
}
