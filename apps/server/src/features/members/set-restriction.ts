import type { RestrictionKind, RestrictionReason } from '@fairlot/contract/members'
import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import { membersRules } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { type OutcomeDeps, recordOutcome } from './record-outcome.ts'
import { insertRestriction, readMember, readRestrictions } from './store.ts'

export interface RestrictionOrder {
  readonly memberId: string
  readonly kind: RestrictionKind
  readonly reason: RestrictionReason
  /** The basis of the restriction: an article, a clause, the number of a case. */
  readonly rule?: string
  /** The day of its next review; the rule's usual one by default. */
  readonly reviewOn?: string
  /** Two different operators. */
  readonly operators: readonly [string, string]
  readonly now: Date
  readonly requestId: string
}

/**
 * Takes effect with the member's next request: the session gate reads restrictions each time. Needs two different
 * operators; only the console's route leads here. If one of this kind is already in force, returns its id.
 */
export async function setRestriction(
  tx: Tx,
  order: RestrictionOrder,
  deps: OutcomeDeps | null = null,
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
  await recordOutcome(tx, deps, {
    memberId: order.memberId,
    action: 'members.restriction-set',
    actor: `operator:${order.operators[0]}`,
    subject: `member:${order.memberId}`,
    now: { state: 'in-force' },
    why: { reason: order.reason },
    details: {
      restrictionId,
      kind: order.kind,
      ...(order.rule === undefined ? {} : { rule: order.rule }),
      secondOperator: order.operators[1],
      reviewOn,
    },
    event: deps && { kind: 'restriction.changed', id: restrictionId },
    notice: { code: 'restriction.set', params: { kind: order.kind, reviewOn } },
    requestId: order.requestId,
    at: order.now,
  })
  return done({ restrictionId })
}

export const areTwoPeople = ([first, second]: readonly [string, string]): boolean =>
  first !== '' && second !== '' && first !== second

/** The date in Taipei, some days on. */
const reviewDay = (from: Date, days: number): string => addDays(taipeiDate(from.getTime()), days)
