import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Asking } from './apply.ts'
import type { NotifyDeps } from './deps.ts'
import { freePledges } from './free-pledges.ts'
import { cancelLoanRow, lockCredit, readLoan } from './store.ts'

/** Refuses: `request.not-found`, `order.not-review` once it is decided. */
export async function cancelLoan(
  tx: Tx,
  deps: NotifyDeps,
  loanId: string,
  { memberId, now, requestId }: Asking,
): Promise<Outcome<null>> {
  await lockCredit(tx, memberId)
  const loan = await readLoan(tx, loanId)
  if (loan?.memberId !== memberId) return refuse('request.not-found', { field: 'loanId' })
  if (loan.state !== 'pending') return refuse('order.not-review')
  // Cancelling the review locks it, and decisions are executed under the same lock: the row cannot change meanwhile.
  const reviewId = await cancelReview(tx, { kind: 'credit-loan', subject: loanId, memberId, now, requestId })
  if (reviewId === undefined) return refuse('order.not-review')
  if (!(await cancelLoanRow(tx, loanId, memberId, now))) throw new Error(`loan ${loanId} cannot be cancelled`)
  await freePledges(tx, loan, now)
  await recordOutcome(tx, deps, {
    memberId,
    action: 'credit.cancelled',
    actor: `member:${memberId}`,
    subject: `credit-loan:${loanId}`,
    now: { state: 'rejected' },
    why: { reason: 'cancelled' },
    details: { reviewId },
    event: { kind: 'credit.changed', id: loanId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.request-cancelled')
}
