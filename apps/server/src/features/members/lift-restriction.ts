import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { done, refuse, type Outcome } from '#platform/outcome'
import { areTwoPeople } from './set-restriction.ts'
import { markLifted } from './store.ts'

export interface LiftOrder {
  readonly restrictionId: string
  readonly operators: readonly [string, string]
  readonly reason: string
  readonly now: Date
  readonly requestId: string
}

/** Needs two different operators and a reason. Refuses with request.not-found when it was lifted already. */
export async function liftRestriction(tx: Tx, order: LiftOrder): Promise<Outcome<null>> {
  if (!areTwoPeople(order.operators)) return refuse('request.forbidden')
  if (order.reason.trim() === '') return refuse('input.required', { field: 'reason' })
  const lifted = await markLifted(tx, order.restrictionId, order.operators, order.reason.trim(), order.now)
  if (!lifted) return refuse('request.not-found')
  await recordAudit(tx, {
    action: 'members.restriction-lifted',
    actor: `operator:${order.operators[0]}`,
    subject: `member:${lifted.memberId}`,
    details: {
      restrictionId: order.restrictionId,
      kind: lifted.kind,
      reason: order.reason.trim(),
      secondOperator: order.operators[1],
    },
    requestId: order.requestId,
  })
  await sendNotice(tx, {
    memberId: lifted.memberId,
    code: 'restriction.lifted',
    params: { kind: lifted.kind },
    at: order.now,
  })
  return done(null)
}
