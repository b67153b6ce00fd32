import type { CalendarName } from '@fairlot/rules/calendar'
import { dayMs } from '@fairlot/rules/calendar'
import { meetsConditions } from '@fairlot/rules/day-trading'
import type { RuleProfile } from '@fairlot/rules/orders'
import { recordAudit } from '#features/audit'
import { type PasswordHasher, refuseUnlessFundPassword } from '#features/auth'
import { openReview } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import { experienceOf } from '../experience.ts'
import { readApplication, readResultsOfAll } from '../store.ts'
import { termsNow } from '../terms-now.ts'
import { statementOf } from './statement.ts'
import { insertApplication, passByRule } from './store.ts'

export interface ApplyDeps {
  readonly db: Db
  readonly hasher: PasswordHasher
  readonly profile: RuleProfile
  readonly calendar: CalendarName
}

export interface Applying {
  readonly memberId: string
  readonly account: string
  readonly read: boolean
  readonly fundPassword: string
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

/**
 * The practice profile approves at once, by rule; the real one needs two operators. Refuses: `input.required`, the fund
 * password's refusals, `order.pending-review-exists`, `day-trading.conditions`.
 */
export async function applyForDayTrading(
  tx: Tx,
  deps: ApplyDeps,
  { memberId, account, read, fundPassword, now, requestId, outside }: Applying,
): Promise<Outcome<{ state: 'pending' | 'passed' }>> {
  if (!read) return refuse('input.required', { field: 'read' })
  const wrong = await outside(() => refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }))
  if (wrong) return wrong
  const before = await readApplication(tx, memberId)
  if (before?.state === 'passed') return done({ state: 'passed' })
  if (before?.state === 'pending') return refuse('order.pending-review-exists')
  const terms = await termsNow(tx, deps.profile, now)
  const experience = await experienceOf(tx, memberId, now)
  if (!meetsConditions(terms, experience)) {
    return refuse('day-trading.conditions', { rule: 'dayTrade.accountDays' })
  }
  const state = deps.profile === 'practice' ? 'passed' : 'pending'
  const statement = statementOf(deps.calendar, await readResultsOfAll(tx, yearBefore(now)), now)
  const id = newId(now.getTime())
  const inserted = await insertApplication(tx, {
    id,
    memberId,
    statement,
    appliedAt: now,
  })
  if (!inserted) return refuse('order.pending-review-exists')
  if (state === 'passed') await passByRule(tx, memberId, now)
  await recordAudit(tx, {
    action: 'day-trading.applied',
    actor: `member:${memberId}`,
    subject: `member:${memberId}`,
    details: { applicationId: id, state, statement },
    requestId,
  })
  if (state === 'pending') {
    const { accountDays, trades } = experience
    const opened = await openReview(tx, {
      kind: 'day-trading',
      memberId,
      subject: id,
      payload: { applicationId: id, statement, accountDays, trades },
      now,
      requestId,
    })
    if (!opened.ok) throw new Error(`the review of an application was refused: ${opened.refusal}`)
  }
  return done({ state }, state === 'passed' ? 'done.day-trading-passed' : 'done.day-trading-applied')
}

const yearMs = 365 * dayMs
export const yearBefore = (now: Date): Date => new Date(now.getTime() - yearMs)
