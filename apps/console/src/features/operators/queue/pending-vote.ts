// A first approval waits five seconds in this page, where its voter can undo it, and is then sent. A sent vote is
// final. Leaving the page, signing out and the next vote send it at once.

import { createStore, useStore } from '@fairlot/ui/store'
import { useEffect } from 'react'
import { refresh } from '#shell/data.ts'
import { failureText, showToast } from '#shell/messages.ts'
import { beforeLeaving } from '#shell/session.ts'
import { sendVote, type VoteBody } from './send-vote.ts'
import { queueTexts } from './texts/index.ts'

export const UNDO_MS = 5_000

interface Waiting {
  readonly at: 'waiting'
  readonly body: VoteBody
  readonly number: string
  /** What was approved, such as an amount. */
  readonly what: string
  readonly until: number
}
interface Failed {
  readonly at: 'failed'
  readonly reviewId: string
  readonly number: string
  readonly text: string
}
export type PendingVote = Waiting | Failed

const store = createStore<PendingVote | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export const usePendingVote = (): PendingVote | null => useStore(store)

export const flushVote = async (keepalive = false): Promise<void> => {
  const pending = store.get()
  if (pending?.at !== 'waiting') return
  clearTimeout(timer)
  store.set(null)
  const answer = await sendVote(pending.body, keepalive)
  const { number, body } = pending
  if (answer.ok) showToast({ text: queueTexts.now().done.first(number), tone: 'done', ms: 3000 })
  else store.set({ at: 'failed', reviewId: body.reviewId, number, text: await failureText(answer) })
  await refresh('/operators/queue', '/operators/queueCounts', '/operators/review')
}

/** Sends it after five seconds unless it is undone. */
export const holdVote = async (body: VoteBody, number: string, what: string): Promise<void> => {
  await flushVote()
  store.set({ at: 'waiting', body, number, what, until: Date.now() + UNDO_MS })
  timer = setTimeout(() => void flushVote(), UNDO_MS)
}

/** The review whose vote was undone, or null when there was none. */
export const undoVote = (): string | null => {
  const pending = store.get()
  if (pending?.at !== 'waiting') return null
  clearTimeout(timer)
  store.set(null)
  return pending.body.reviewId
}

export const dismissFailure = (): void => {
  if (store.get()?.at === 'failed') store.set(null)
}

/** Active while the queue is on the page; unmounting sends what still waits. */
export const useFlushing = (): void => {
  useEffect(() => {
    const leave = () => void flushVote(true)
    window.addEventListener('pagehide', leave)
    const stop = beforeLeaving(() => flushVote())
    return () => {
      window.removeEventListener('pagehide', leave)
      stop()
      void flushVote()
    }
  }, [])
}
