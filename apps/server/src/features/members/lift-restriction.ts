import type { Tx } from '#platform/db'
import { done, refuse, type Outcome } from '#platform/outcome'
import { type OutcomeDeps, recordOutcome } from './record-outcome.ts'
import { areTwoPeople } from './set-restriction.ts'
import { markLifted } from './store.ts'

export interface LiftOrder {
  readonly restrictionId: string
  readonly operators: readonly [string, string]
  readonly reason: string
  readonly now: Date
  readonly requestId: string
}

/** Needs two different operators and a reason. Refuses with request.not-found when it was already lifted. */
export async function liftRestriction(
  tx: Tx,
  order: LiftOrder,
  deps: OutcomeDeps | null = null,
): Promise<Outcome<null>> {
  if (!areTwoPeople(order.operators)) return refuse('request.forbidden')
  if (order.reason.trim() === '') return refuse('input.required', { field: 'reason' })
  const lifted = await markLifted(tx, order.restrictionId, order.operators, order.reason.trim(), order.now)
  if (!lifted) return refuse('request.not-found')
  await recordOutcome(tx, deps, {
    memberId: lifted.memberId,
    action: 'members.restriction-lifted',
    actor: `operator:${order.operators[0]}`,
    subject: `member:${lifted.memberId}`,
    now: { state: 'lifted' },
    details: {
      restrictionId: order.restrictionId,
      kind: lifted.kind,
      reason: order.reason.trim(),
      secondOperator: order.operators[1],
    },
    event: deps && { kind: 'restriction.changed', id: order.restrictionId },
    notice: { code: 'restriction.lifted', params: { kind: lifted.kind } },
    requestId: order.requestId,
    at: order.now,
  })
  return done(null)
}
