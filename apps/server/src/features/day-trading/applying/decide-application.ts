import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { decidePending } from './store.ts'

export interface Decision {
  readonly memberId: string
  readonly state: 'passed' | 'rejected'
  /** Shown to the member when it is rejected. */
  readonly reason: string | null
  /** Two different operators to approve it; one is enough to reject it, and none when it expired. */
  readonly operators: readonly string[]
  readonly now: Date
  readonly requestId: string
}

/** For the worker: no member route calls this. A rejected member may apply again. */
export async function decideApplication(tx: Tx, decision: Decision): Promise<Outcome<null>> {
  const { memberId, state, reason, operators, now, requestId } = decision
  const people = new Set(operators.filter((operator) => operator !== ''))
  if (state === 'passed' && people.size < 2) return refuse('request.forbidden')
  const id = await decidePending(tx, memberId, state, reason, operators.join(' '), now)
  if (id === undefined) return refuse('order.not-review')
  await recordOutcome(tx, null, {
    memberId,
    action: 'day-trading.decided',
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${memberId}`,
    now: { state },
    why: state === 'passed' ? {} : { note: reason ?? '' },
    details: { applicationId: id, operators: [...people] },
    event: null,
    notice: { code: `day-trading.${state}` },
    requestId,
    at: now,
  })
  return done(null)
}
