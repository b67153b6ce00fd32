import { checkStatement, membersRules } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { hasRestriction, insertAppeal } from './store.ts'

export interface AppealRequest {
  readonly memberId: string
  readonly restrictionId: string
  readonly statement: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses with input.text-length, request.not-found (also for a stranger's restriction), member.appeal-exists. */
export async function appealRestriction(tx: Tx, request: AppealRequest): Promise<Outcome<null>> {
  const wrong = checkStatement(request.statement)
  if (wrong) {
    const params = { min: membersRules.appealMin.default, max: membersRules.appealMax.default }
    return refuse(wrong, { field: 'statement', params, rule: membersRules.appealMin.id })
  }
  if (!(await hasRestriction(tx, request.memberId, request.restrictionId))) return refuse('request.not-found')

  const appealId = newId(request.now.getTime())
  const inserted = await insertAppeal(tx, {
    appealId,
    restrictionId: request.restrictionId,
    memberId: request.memberId,
    statement: request.statement.trim(),
    createdAt: request.now,
  })
  if (!inserted) return refuse('member.appeal-exists')
  await recordAudit(tx, {
    action: 'members.restriction-appealed',
    actor: `member:${request.memberId}`,
    subject: `restriction:${request.restrictionId}`,
    details: { appealId },
    requestId: request.requestId,
  })
  return done(null, 'done.appeal-sent')
}
