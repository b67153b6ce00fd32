import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { taipeiDate } from '@fairlot/rules/calendar'
import { isReviewDate, membersRules } from '@fairlot/rules/members'
import { isTooShort, takeoverFlag } from '@fairlot/rules/operators'
import { answerProposal, openReview, type Proposed } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { refuse } from '#platform/outcome'
import { readMember, readRestriction, readRestrictions } from '../../store.ts'

type ByOperator = RequestContext & { readonly caller: OperatorCaller }

/**
 * Refuses with members.not-found, members.restricted-already, members.review-date, members.proposal-open,
 * review.own-account, review.not-allowed.
 */
export function proposeRestriction(
  db: Db,
  { memberId, kind, reason, rule, reviewOn, why }: ConsoleBodyOf<'/members/proposeRestriction'>,
  context: ByOperator,
): Promise<Proposed> {
  const { now } = context
  return db.transaction(async (tx): Promise<Proposed> => {
    if (!(await readMember(tx, memberId))) return refuse('members.not-found')
    if ((await readRestrictions(tx, memberId)).some((one) => one.kind === kind)) {
      return refuse('members.restricted-already', { field: 'kind' })
    }
    const { id, default: usual } = membersRules.restrictionReview
    const days = (await readRuleValues(tx, now)).get(id) ?? usual
    if (!isReviewDate(reviewOn, taipeiDate(now.getTime()), days)) {
      return refuse('members.review-date', { field: 'reviewOn', params: { days }, rule: id })
    }
    if (rule.trim() === '') return refuse('input.required', { field: 'rule' })
    if (isTooShort(why)) return refuse('proposal.why', { field: 'why' })
    const opened = await openReview(tx, {
      kind: 'restriction',
      memberId,
      subject: `${memberId} ${kind}`,
      payload: { memberId, kind, reason, rule: rule.trim(), reviewOn },
      flags: reason === 'suspected-takeover' ? [takeoverFlag] : [],
      ...proposal(context, why),
    })
    return answerProposal(opened, 'members.proposal-open')
  })
}

/** Refuses with members.not-found, members.proposal-open, review.own-account, review.not-allowed. */
export function proposeLift(
  db: Db,
  { restrictionId, why }: ConsoleBodyOf<'/members/proposeLift'>,
  context: ByOperator,
): Promise<Proposed> {
  return db.transaction(async (tx): Promise<Proposed> => {
    const row = await readRestriction(tx, restrictionId)
    if (!row || row.liftedAt !== null) return refuse('members.not-found')
    if (isTooShort(why)) return refuse('proposal.why', { field: 'why' })
    const opened = await openReview(tx, {
      kind: 'restriction-lift',
      memberId: row.memberId,
      subject: restrictionId,
      payload: { restrictionId, kind: row.kind },
      ...proposal(context, why),
    })
    return answerProposal(opened, 'members.proposal-open')
  })
}

const proposal = ({ caller, now, requestId }: ByOperator, why: string) => ({
  reason: why.trim(),
  by: { operatorId: caller.operatorId, sessionId: caller.sessionId },
  now,
  requestId,
})
