import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { releaseAndEnd } from './decide-withdrawal.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { readWithdrawal } from './store.ts'

export interface Cancellation {
  readonly memberId: string
  readonly withdrawalId: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function cancelWithdrawal(
  tx: Tx,
  deps: Pick<WithdrawalsDeps, 'bus' | 'subjects'>,
  { memberId, withdrawalId, now, requestId }: Cancellation,
): Promise<Outcome<null>> {
  const asked = await readWithdrawal(tx, withdrawalId)
  if (asked?.memberId !== memberId) return refuse('order.not-found')
  if (asked.state !== 'pending') return refuse('order.not-review')
  // Cancelling the review locks it, and decisions are executed under the same lock: the row cannot change meanwhile.
  const review = { kind: 'withdrawal', subject: withdrawalId, memberId, now, requestId } as const
  const reviewId = await cancelReview(tx, review)
  if (reviewId === undefined) return refuse('order.not-review')
  await releaseAndEnd(
    tx,
    deps,
    asked,
    { rejectionReason: 'cancelled', note: null, step: 'cancelled' },
    { reviewId, now, requestId, by: `member:${memberId}` },
  )
  return done(null, 'done.request-cancelled')
}
