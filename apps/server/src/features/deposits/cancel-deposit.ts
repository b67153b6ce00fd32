import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { DepositsDeps } from './deps.ts'
import { readDeposit, cancelPending } from './store.ts'

export interface Cancellation {
  readonly memberId: string
  readonly depositId: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function cancelDeposit(
  tx: Tx,
  deps: Pick<DepositsDeps, 'bus' | 'subjects'>,
  { memberId, depositId, now, requestId }: Cancellation,
): Promise<Outcome<null>> {
  const asked = await readDeposit(tx, depositId)
  if (asked?.memberId !== memberId) return refuse('order.not-found')
  // Lock the review first, then the row: decisions lock them in this order too.
  if (asked.state !== 'pending') return refuse('order.not-review')
  const review = { kind: 'deposit', subject: depositId, memberId, now, requestId } as const
  const reviewId = await cancelReview(tx, review)
  if (reviewId === undefined) return refuse('order.not-review')
  if (!(await cancelPending(tx, depositId, memberId, now))) return refuse('order.not-review')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'deposits.cancelled',
    actor: `member:${memberId}`,
    subject: `deposit:${depositId}`,
    now: { state: 'rejected' },
    why: { rejectionReason: 'cancelled' },
    details: { reviewId },
    event: { kind: 'deposit.changed', id: depositId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.request-cancelled')
}
