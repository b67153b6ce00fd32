// Which review of the list is selected, and where the focus goes when the list changes.

import { useEffect, useEffectEvent, useRef } from 'react'
import { announce } from '#shell/announce.ts'
import { undoVote } from './pending-vote.ts'
import { rowButtonId } from './QueueList.tsx'
import { selectedTab } from './QueueTabs.tsx'
import { queueTexts } from './texts/index.ts'
import type { useQueue } from './use-queue.ts'
import { PANE_HEADING } from './use-vote.ts'
import type { QueueView, ReviewRow } from './view.ts'

interface SelectionInput {
  readonly rows: readonly ReviewRow[]
  readonly review: string | null
  readonly turn: (next: Partial<QueueView>) => void
  readonly queue: ReturnType<typeof useQueue>
}

export function useSelection({ rows, review, turn, queue }: SelectionInput) {
  const texts = queueTexts.use()
  // The address follows a moment later; two quick presses of J must still be two steps.
  const here = useRef(review)
  useEffect(() => {
    here.current = review
  }, [review])
  /** Voted on from this page: they are about to leave the list. */
  const votedOn = useRef(new Set<string>())
  const pickFirst = useEffectEvent((reviewId: string) => turn({ review: reviewId }))
  useEffect(() => {
    // An operator who opens the queue sees its first review, but not one they have just voted on.
    const first = rows.find(({ reviewId }) => !votedOn.current.has(reviewId))
    if (review === null && first !== undefined) pickFirst(first.reviewId)
  }, [review, rows])

  // A colleague can decide the focused row; it leaves the list, and the focus must stay on the page.
  const hadFocus = useRef(false)
  useEffect(() => {
    if (!hadFocus.current || document.activeElement !== document.body) return
    const row = review === null ? null : document.getElementById(rowButtonId(review))
    ;(row ?? document.getElementById(PANE_HEADING) ?? selectedTab())?.focus()
  }, [review, rows])

  const go = (row: ReviewRow | undefined, index: number) => {
    if (row === undefined) return
    here.current = row.reviewId
    turn({ review: row.reviewId })
    announce(texts.done.next(row.number, index + 1, rows.length))
    document.getElementById(rowButtonId(row.reviewId))?.focus()
    if (index >= rows.length - 5 && queue.hasNextPage && !queue.isFetchingNextPage) void queue.fetchNextPage()
  }
  const step = (by: 1 | -1) => {
    const at = rows.findIndex(({ reviewId }) => reviewId === here.current)
    const to = at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)
    go(rows[to], to)
  }
  const select = (reviewId: string) => {
    here.current = reviewId
    turn({ review: reviewId })
  }
  /** After a vote: selects the next review of the list as it was, for quick keyboard work. */
  const proceed = (voted: string) => {
    // If the operator has moved on before the answer came, the selection stays.
    if (here.current !== voted) return
    votedOn.current.add(voted)
    const at = rows.findIndex(({ reviewId }) => reviewId === voted)
    // A voted row is about to leave the list and would take the focus with it.
    const to = [...rows.slice(at + 1), ...rows.slice(0, Math.max(at, 0)).toReversed()].find(
      ({ reviewId }) => !votedOn.current.has(reviewId),
    )
    if (to === undefined) {
      turn({ review: null })
      announce(texts.done.nothingLeft)
      // Keeps the focus on the page: on the selected kind's tab.
      selectedTab()?.focus()
    } else {
      here.current = to.reviewId
      turn({ review: to.reviewId })
      document.getElementById(rowButtonId(to.reviewId))?.focus()
    }
  }
  /** Returns to the review whose vote was undone. */
  const undo = () => {
    const reviewId = undoVote()
    if (reviewId === null) return
    votedOn.current.delete(reviewId)
    select(reviewId)
    announce(texts.undo.taken)
  }

  return { go, step, select, proceed, undo, noteFocus: () => (hadFocus.current = true) }
}
