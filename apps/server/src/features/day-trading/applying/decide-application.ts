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
  /** Two different operators, by their public numbers. */
  readonly operators: readonly [string, string]
  readonly now: Date
  readonly requestId: string
}

/** For the console: no member route leads here. A rejected member may apply again. */
export async function decideApplication(tx: Tx, decision: Decision): Promise<Outcome<null>> {
  const { memberId, state, reason, operators, now, requestId } = decision
  const [first, second] = operators
  if (first === '' || second === '' || first === second) return refuse('request.forbidden')
  const id = await decidePending(tx, memberId, state, reason, operators.join(' '), now)
  if (id === undefined) return refuse('order.not-review')
  await recordAudit(tx, {
    action: 'day-trading.decided',
    actor: `operator:${first}`,
    subject: `member:${memberId}`,
    details: { applicationId: id, state, reason, secondOperator: second },
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
