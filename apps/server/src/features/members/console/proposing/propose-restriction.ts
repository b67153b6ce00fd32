import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { taipeiDate } from '@fairlot/rules/calendar'
import { isReviewDate, membersRules } from '@fairlot/rules/members'
import { isTooShort, takeoverFlag } from '@fairlot/rules/operators'
import type { OpenedReview } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OpenReview } from '../../appeal-restriction.ts'
import { readMember, readRestriction, readRestrictions } from '../../store.ts'

export interface ProposingDeps {
  readonly db: Db
  readonly openReview: OpenReview
}

type ByOperator = RequestContext & { readonly caller: OperatorCaller }
type Proposed = ConsoleOutcome<{ reviewId: string; number: string }>

/**
 * Refuses with members.not-found, members.restricted-already, members.review-date, members.proposal-open,
 * review.own-account, review.not-allowed.
 */
export function proposeRestriction(
  { db, openReview }: ProposingDeps,
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
    return answer(opened)
  })
}

/** Refuses with members.not-found, members.proposal-open, review.own-account, review.not-allowed. */
export function proposeLift(
  { db, openReview }: ProposingDeps,
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
    return answer(opened)
  })
}

const proposal = ({ caller, now, requestId }: ByOperator, why: string) => ({
  reason: why.trim(),
  by: { operatorId: caller.operatorId, sessionId: caller.sessionId },
  now,
  requestId,
})

function answer(opened: OpenedReview): Proposed {
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? 'members.proposal-open' : opened.refusal)
}
