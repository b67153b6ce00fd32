import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { creditRules } from '@fairlot/rules/credit'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Asking } from './apply.ts'
import type { CreditDeps } from './deps.ts'
import { readLimits } from './read-limits.ts'
import { increaseFrom } from './read-overview.ts'
import { showIncrease } from './show.ts'
import { insertIncrease, lockCredit, readIncrease, readLastIncrease } from './store.ts'

type Added = Outcome<DataOf<'/credit/addCredit'>>

/** Refuses: identity, `credit.increase` unless it is a positive integer within the ceiling, `credit.increase-wait`. */
export async function addCredit(
  tx: Tx,
  deps: CreditDeps,
  { increaseId, dollars, purpose }: BodyOf<'/credit/addCredit'>,
  { memberId, now, requestId }: Asking,
): Promise<Added> {
  const profile = ruleProfileOf(deps.money)
  const unknown = await refuseUnknown(tx, profile, memberId, 'trade')
  if (unknown) return unknown
  await lockCredit(tx, memberId)
  const before = await readIncrease(tx, increaseId)
  if (before) {
    return before.memberId === memberId
      ? done({ increase: showIncrease(before) }, 'done.credit')
      : refuse('input.invalid', { field: 'increaseId' })
  }
  const { day, limit } = await readLimits(tx, profile, memberId, now)
  const room = BigInt(day.terms.max) - limit
  const amount = /^[1-9]\d{0,9}$/.test(dollars) ? BigInt(dollars) * 100n : 0n
  if (amount === 0n || amount > room)
    return refuse('credit.increase', {
      field: 'dollars',
      params: { max: room.toString() },
      rule: creditRules.max.id,
    })
  const from = increaseFrom(await readLastIncrease(tx, memberId), day.terms.increaseDays, now)
  if (from) {
    const params = { at: from.toISOString() }
    return refuse('credit.increase-wait', { params, rule: creditRules.increaseDays.id })
  }
  const opened = await openReview(tx, {
    kind: 'credit-increase',
    memberId,
    subject: increaseId,
    amount,
    currency: 'TWD',
    payload: { increaseId, amount: amount.toString(), purpose, limit: limit.toString() },
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  const { number, promisedAt } = opened
  await insertIncrease(tx, { increaseId, number, memberId, amount, purpose, sentAt: now, promisedAt })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'credit.increase-asked',
    actor: `member:${memberId}`,
    subject: `credit-increase:${increaseId}`,
    now: { state: 'pending' },
    details: { amount: amount.toString(), purpose },
    event: { kind: 'credit.changed', id: increaseId },
    notice: null,
    requestId,
    at: now,
  })
  return done({ increase: showIncrease((await readIncrease(tx, increaseId))!) }, 'done.credit')
}
