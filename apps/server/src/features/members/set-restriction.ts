import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'
import { membersRules } from '@fairlot/rules/members'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { insertRestriction, readMember, readRestrictions } from './store.ts'

export interface RestrictionOrder {
  readonly memberId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  /** What it rests on: an article, a clause, the number of a case. */
  readonly rule?: string
  /** The day it is looked at again; the rule's usual one when none is given. */
  readonly reviewOn?: string
  /** Two different operators. */
  readonly operators: readonly [string, string]
  readonly now: Date
  readonly requestId: string
}

/**
 * In force for the next request of the member: the session gate reads restrictions each time. Needs two different
 * operators; no route leads here but the console's. One of a kind in force already is answered with its id.
 */
export async function setRestriction(
  tx: Tx,
  order: RestrictionOrder,
): Promise<Outcome<{ restrictionId: string }>> {
  if (!areTwoPeople(order.operators)) return refuse('request.forbidden')
  if (!(await readMember(tx, order.memberId))) return refuse('account.not-found')

  const restrictionId = newId(order.now.getTime())
  const reviewOn = order.reviewOn ?? reviewDay(order.now, membersRules.restrictionReview.default)
  const inserted = await insertRestriction(tx, {
    restrictionId,
    memberId: order.memberId,
    kind: order.kind,
    reason: order.reason,
    rule: order.rule ?? null,
    setBy: order.operators,
    since: order.now,
    reviewOn,
  })
  if (!inserted) {
    const inForce = await readRestrictions(tx, order.memberId)
    const same = inForce.find(({ kind }) => kind === order.kind)
    return same ? done({ restrictionId: same.restrictionId }) : refuse('system.busy')
  }
  await recordAudit(tx, {
    action: 'members.restriction-set',
    actor: `operator:${order.operators[0]}`,
    subject: `member:${order.memberId}`,
    details: {
      restrictionId,
      kind: order.kind,
      reason: order.reason,
      ...(order.rule === undefined ? {} : { rule: order.rule }),
      secondOperator: order.operators[1],
      reviewOn,
    },
    requestId: order.requestId,
  })
  await sendNotice(tx, {
    memberId: order.memberId,
    code: 'restriction.set',
    params: { kind: order.kind, reason: order.reason, reviewOn },
    at: order.now,
  })
  return done({ restrictionId })
}

export const areTwoPeople = ([first, second]: readonly [string, string]): boolean =>
  first !== '' && second !== '' && first !== second

/** The civil date in Taipei, some days on. Taiwan keeps no summer time: UTC+8 all year. */
const reviewDay = (from: Date, days: number): string =>
  new Date(from.getTime() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
