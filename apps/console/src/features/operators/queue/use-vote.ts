import type { IdentityDocument } from '@fairlot/contract/identity'
import { isTooShort } from '@fairlot/rules/operators'
import { useEffect, useId, useState } from 'react'
import { announce } from '#shell/announce.ts'
import { useDraft } from '#shell/drafts.ts'
import { useShortcuts } from '#shell/shortcuts.ts'
import { figuresOf } from './figures.ts'
import { usePendingVote } from './pending-vote.ts'
import { emptyRejection, type RejectDraft } from './RejectForm.tsx'
import { queueTexts } from './texts/index.ts'
import type { Openings } from './use-openings.ts'
import { useVoteCalls } from './use-vote-calls.ts'
import { isTooLong } from './VoteNote.tsx'
import type { ReviewDetail } from './view.ts'

export const PANE_HEADING = 'review-heading'

/** On a narrow page the pane can be mounted but hidden: then no key decides anything. */
const isShown = (): boolean => document.getElementById(PANE_HEADING)?.checkVisibility() ?? false

/** A key this soon after a move was meant for the previous review. */
const DISARMED_MS = 800

const useArmed = (): boolean => {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), DISARMED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}

/** The operator's unsent text about this review. */
const emptyDraft: {
  readonly note: string
  readonly isRejecting: boolean
  readonly rejection: RejectDraft
  readonly figures: Readonly<Record<string, string>>
} = { note: '', isRejecting: false, rejection: emptyRejection, figures: {} }

interface VoteInput {
  readonly detail: ReviewDetail
  readonly openings: Openings
  readonly onVoted: (reviewId: string) => void
}

/** One operator's vote on one review: what they typed, what they may do, and the keys that do it. */
export function useVote({ detail, openings, onVoted }: VoteInput) {
  const { review } = detail
  const noteId = useId()
  const isArmed = useArmed()
  const pending = usePendingVote()
  const [draft, setDraft, forget] = useDraft(`review ${review.reviewId}`, emptyDraft)
  const [isConfirming, setConfirming] = useState(false)
  const [isNoteMissing, setNoteMissing] = useState(false)
  const calls = useVoteCalls({
    detail,
    opened: openings.shown,
    onVoted,
    forget,
    onFailed: (isConflict) => {
      setConfirming(false)
      if (isConflict) setDraft({ isRejecting: false })
    },
  })
  const isShut = openings.shown.length < detail.mustOpen.length
  const mayApprove = detail.mayApprove ?? (isShut ? 'review.not-opened' : null)
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const isPending = pending?.at === 'waiting' && pending.body.reviewId === review.reviewId
  const isRejecting = draft.isRejecting && isOpen && detail.mayReject === null
  const figures = figuresOf(detail, draft.figures)
  const { note } = draft
  /** Whether an approval is complete. */
  const isReady = (): boolean => {
    if (calls.busy !== null || isPending || figures.values === null || isTooLong(note)) return false
    if (detail.noteNeeded && isTooShort(note)) {
      setNoteMissing(true)
      document.getElementById(noteId)?.focus()
      return false
    }
    return true
  }
  const approve = () => {
    if (!isReady() || figures.values === null) return
    if (review.state === 'waiting')
      void calls.hold({ decision: 'approve', note, revised: figures.values }, figures.voted)
    else setConfirming(true)
  }
  const reject = () => setDraft({ isRejecting: true })
  const mayNow = isOpen && isArmed && !isPending && !isRejecting && !isConfirming
  useVoteKeys({ detail, openings, mayNow, mayApprove, approve, reject })
  return {
    ...calls,
    figures,
    draft,
    setDraft,
    noteId,
    isNoteMissing,
    setNoteMissing,
    isArmed,
    isOpen,
    isPending,
    isRejecting,
    isConfirming,
    setConfirming,
    mayApprove,
    approve,
    reject,
  }
}

export type Vote = ReturnType<typeof useVote>

interface VoteKeysInput extends Pick<VoteInput, 'detail' | 'openings'> {
  readonly mayNow: boolean
  readonly mayApprove: string | null
  readonly approve: () => void
  readonly reject: () => void
}

function useVoteKeys({ detail, openings, mayNow, mayApprove, approve, reject }: VoteKeysInput) {
  const texts = queueTexts.use().pane
  useShortcuts({
    a: () => {
      if (!isShown() || !mayNow) return
      if (mayApprove === null) approve()
      else if (mayApprove === 'review.not-opened') announce(texts.openFirst)
    },
    r: () => {
      if (isShown() && mayNow && detail.mayReject === null) reject()
    },
    v: () => {
      if (isShown() && openings.canOpen) void openings.open()
    },
  })
}

/** Identity documents are rejected field by field; the kind of document decides the fields. */
export const documentOf = ({ review, payload }: ReviewDetail): IdentityDocument | undefined => {
  if (review.kind !== 'identity') return undefined
  const known: Readonly<Record<IdentityDocument, true>> = {
    'national-id': true,
    'resident-certificate': true,
    passport: true,
  }
  const name = payload['document']
  return typeof name === 'string' && Object.hasOwn(known, name) ? (name as IdentityDocument) : undefined
}
