import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { decidePending } from './store.ts'

export interface Decision {
  readonly memberId: string
  readonly state: 'passed' | 'rejected'
  /** What the member reads when it is rejected. */
  readonly reason: string | null
  /** Two different operators to pass it; one is enough to turn it down, and none when it ran out. */
  readonly operators: readonly string[]
  readonly now: Date
  readonly requestId: string
}

/** For the worker: no member route leads here. A rejected member may apply again. */
export async function decideApplication(tx: Tx, decision: Decision): Promise<Outcome<null>> {
  const { memberId, state, reason, operators, now, requestId } = decision
  const people = new Set(operators.filter((operator) => operator !== ''))
  if (state === 'passed' && people.size < 2) return refuse('request.forbidden')
  const id = await decidePending(tx, memberId, state, reason, operators.join(' '), now)
  if (id === undefined) return refuse('order.not-review')
  await recordAudit(tx, {
    action: 'day-trading.decided',
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${memberId}`,
    details: { applicationId: id, state, reason, operators: [...people] },
    requestId,
  })
  await sendNotice(
    tx,
    state === 'passed'
      ? { memberId, code: 'day-trading.passed', at: now }
      : { memberId, code: 'day-trading.rejected', params: { note: reason ?? '' }, at: now },
  )
  return done(null)
}
