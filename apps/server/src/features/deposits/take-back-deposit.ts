import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { takeBackReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { DepositsDeps } from './deps.ts'
import { endDeposit, lockDeposit, readDeposit } from './store.ts'

export interface TakingBack {
  readonly memberId: string
  readonly depositId: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function takeBackDeposit(
  tx: Tx,
  deps: Pick<DepositsDeps, 'bus' | 'subjects'>,
  { memberId, depositId, now, requestId }: TakingBack,
): Promise<Outcome<null>> {
  const asked = await readDeposit(tx, depositId)
  if (asked?.memberId !== memberId) return refuse('order.not-found')
  // The review first, then the row: whoever carries a decision out locks them in this order too.
  if (asked.state !== 'pending') return refuse('order.not-review')
  const review = { kind: 'deposit', subject: depositId, memberId, now, requestId } as const
  if (!(await takeBackReview(tx, review))) return refuse('order.not-review')
  const row = await lockDeposit(tx, depositId)
  if (row?.state !== 'pending') return refuse('order.not-review')
  await endDeposit(tx, depositId, {
    state: 'rejected',
    booked: null,
    entryId: null,
    fault: 'taken_back',
    note: null,
    step: 'taken-back',
    at: now,
  })
  await recordAudit(tx, {
    action: 'deposits.taken-back',
    actor: `member:${memberId}`,
    subject: `deposit:${depositId}`,
    details: {},
    requestId,
  })
  await recordOwnEvent(tx, deps, {
    memberId,
    kind: 'deposit.changed',
    data: { id: depositId, state: 'rejected' },
    at: now,
  })
  return done(null, 'done.taken-back')
}
