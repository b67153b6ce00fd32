import { checkStatement, membersRules } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import type { openReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { insertAppeal, readRestriction } from './store.ts'

export interface AppealRequest {
  readonly memberId: string
  readonly restrictionId: string
  readonly statement: string
  readonly now: Date
  readonly requestId: string
}

export type OpenReview = typeof openReview

/** Refuses with input.text-length, request.not-found (also for another member's restriction), member.appeal-exists. */
export async function appealRestriction(
  tx: Tx,
  open: OpenReview,
  request: AppealRequest,
): Promise<Outcome<null>> {
  const wrong = checkStatement(request.statement)
  if (wrong) {
    const params = { min: membersRules.appealMin.default, max: membersRules.appealMax.default }
    return refuse(wrong, { field: 'statement', params, rule: membersRules.appealMin.id })
  }
  const restriction = await readRestriction(tx, request.restrictionId)
  if (restriction?.memberId !== request.memberId || restriction.liftedAt !== null) {
    return refuse('request.not-found')
  }

  const appealId = newId(request.now.getTime())
  const inserted = await insertAppeal(tx, {
    appealId,
    restrictionId: request.restrictionId,
    memberId: request.memberId,
    statement: request.statement.trim(),
    createdAt: request.now,
  })
  if (!inserted) return refuse('member.appeal-exists')
  const opened = await open(tx, {
    kind: 'appeal',
    memberId: request.memberId,
    subject: appealId,
    payload: { appealId, restrictionId: request.restrictionId, kind: restriction.kind },
    now: request.now,
    requestId: request.requestId,
  })
  if (!opened.ok) throw new Error(`the review of an appeal was refused: ${opened.refusal}`)
  await recordAudit(tx, {
    action: 'members.restriction-appealed',
    actor: `member:${request.memberId}`,
    subject: `restriction:${request.restrictionId}`,
    details: { appealId },
    requestId: request.requestId,
  })
  return done(null, 'done.appeal-sent')
}
