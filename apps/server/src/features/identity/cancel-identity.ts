import { type OutcomeDeps, recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import { dropFile } from '#features/uploads'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { decide, lockIdentity } from './store.ts'

/** Ends as rejected with reason `cancelled`; the pictures are deleted. Refuses: `order.not-review`. */
export async function cancelIdentity(
  tx: Tx,
  outcomes: OutcomeDeps,
  { memberId, now, requestId }: { readonly memberId: string; readonly now: Date; readonly requestId: string },
): Promise<Outcome<null>> {
  const row = await lockIdentity(tx, memberId)
  if (row?.state !== 'under-review') return refuse('order.not-review')
  const reviewId = await cancelReview(tx, { kind: 'identity', subject: memberId, memberId, now, requestId })
  if (reviewId === undefined) return refuse('order.not-review')
  await decide(tx, memberId, { state: 'rejected', reason: 'cancelled', problems: [], note: null }, now)
  await dropFile(tx, row.front, now)
  if (row.back !== null) await dropFile(tx, row.back, now)
  await recordOutcome(tx, outcomes, {
    memberId,
    action: 'identity.cancelled',
    actor: `member:${memberId}`,
    subject: `member:${memberId}`,
    now: { state: 'rejected' },
    why: { reason: 'cancelled' },
    details: { attempt: row.attempt, reviewId },
    event: { kind: 'identity.changed', id: memberId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null)
}
