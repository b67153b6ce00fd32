// Who works on a review. It informs colleagues and stops no vote.

import { announce } from '#shell/announce.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewRow } from './view.ts'

const reload = () => refresh('/operators/queue', '/operators/queueCounts', '/operators/review')

/** Assigns the reviews to this operator. Those a colleague works on stay theirs. */
export async function takeReviews(rows: readonly Pick<ReviewRow, 'reviewId'>[]): Promise<void> {
  if (rows.length === 0) return
  const answer = await call('/operators/takeReviews', { reviewIds: rows.map(({ reviewId }) => reviewId) })
  if (!answer.ok) return toastFailure(answer)
  const texts = queueTexts.now().assignment
  const { taken, others } = answer.data
  const text = [
    taken.length === 0 ? '' : texts.taken(taken.length),
    ...others.map(({ number, by }) => texts.other(number, by)),
  ]
    .filter((part) => part !== '')
    .join(' ')
  showToast({ text })
  announce(text)
  await reload()
}

export async function releaseReviews(rows: readonly Pick<ReviewRow, 'reviewId'>[]): Promise<void> {
  const answer = await call('/operators/releaseReviews', { reviewIds: rows.map(({ reviewId }) => reviewId) })
  if (!answer.ok) return toastFailure(answer)
  announce(queueTexts.now().assignment.released)
  await reload()
}

/** The key T: take it, or release one's own. */
export const toggleTaken = (row: ReviewRow | undefined, operatorId: string | undefined): Promise<void> =>
  row === undefined
    ? Promise.resolve()
    : row.assignedTo !== null && row.assignedTo.operatorId === operatorId
      ? releaseReviews([row])
      : takeReviews([row])
