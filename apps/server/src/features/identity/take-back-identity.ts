import { recordAudit } from '#features/audit'
import { takeBackReview } from '#features/operators'
import { dropFile } from '#features/uploads'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { decide, lockIdentity } from './store.ts'
import { tellChange, type Telling } from './tell-change.ts'

/** Ends rejected, reason `taken_back`; the pictures are deleted. Refuses: `order.not-review`. */
export async function takeBackIdentity(
  tx: Tx,
  telling: Telling,
  { memberId, now, requestId }: { readonly memberId: string; readonly now: Date; readonly requestId: string },
): Promise<Outcome<null>> {
  const row = await lockIdentity(tx, memberId)
  if (row?.state !== 'under-review') return refuse('order.not-review')
  const isBack = await takeBackReview(tx, { kind: 'identity', subject: memberId, memberId, now, requestId })
  if (!isBack) return refuse('order.not-review')
  await decide(tx, memberId, { state: 'rejected', reason: 'taken_back', faults: [], note: null }, now)
  await dropFile(tx, row.front, now)
  if (row.back !== null) await dropFile(tx, row.back, now)
  await recordAudit(tx, {
    action: 'identity.taken-back',
    actor: `member:${memberId}`,
    subject: `member:${memberId}`,
    details: { attempt: row.attempt },
    requestId,
  })
  await tellChange(tx, telling, memberId, 'rejected', now)
  return done(null)
}
