// The decisions of two operators about a member's restrictions: setting one, lifting one, and the member's appeal.

import { restrictionKinds, restrictionReasons } from '@fairlot/contract/members'
import type { Subjects } from '@fairlot/contract/venue'
import { taipeiDate } from '@fairlot/rules/calendar'
import * as z from 'zod/mini'
import type { Execution, ReviewKindHandler } from '#features/operators'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'
import { recordOutcome } from './record-outcome.ts'
import { liftRestriction } from './lift-restriction.ts'
import { setRestriction } from './set-restriction.ts'
import {
  countAppeals,
  type InForce,
  passAppealsOf,
  readAppeal,
  readBars,
  readRestriction,
  readRestrictions,
  rejectAppealRow,
} from './store.ts'

export interface RestrictionReviewDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

export const memberReviews = (deps: RestrictionReviewDeps): readonly ReviewKindHandler[] => [
  restriction(deps),
  lifting(deps),
  appeal(deps),
]

export const restrictionPayload = z.strictObject({
  memberId: z.uuid(),
  kind: z.enum(restrictionKinds),
  reason: z.enum(restrictionReasons),
  rule: z.string(),
  reviewOn: z.string(),
})

const restriction = (deps: RestrictionReviewDeps): ReviewKindHandler => ({
  kind: 'restriction',
  async describe(tx, { payload }) {
    const { memberId, kind, reason, rule, reviewOn } = restrictionPayload.parse(payload)
    const [inForce, bars] = await Promise.all([readRestrictions(tx, memberId), readBars(tx, memberId)])
    const today = taipeiDate(Date.now())
    return {
      facts: [
        { code: 'restriction.kind', value: kind },
        { code: 'restriction.reason', value: reason },
        { code: 'restriction.rule', value: rule },
        { code: 'restriction.review-on', value: reviewOn },
      ],
      checks: [
        { ok: inForce.every((one) => one.kind !== kind), code: 'restriction.not-in-force', value: kind },
        { ok: reviewOn > today, code: 'restriction.review-ahead', value: reviewOn },
      ],
      lines: [
        {
          code: 'restriction.in-force',
          before: bars.length === 0 ? null : bars.join(', '),
          after: [...new Set([...bars, kind])].join(', '),
        },
      ],
      effects: ['restriction.takes-effect', 'restriction.notified', 'restriction.may-appeal'],
    }
  },
  async execute(tx, { payload }, { operators, now, requestId }) {
    const { memberId, kind, reason, rule, reviewOn } = restrictionPayload.parse(payload)
    if ((await readRestrictions(tx, memberId)).some((one) => one.kind === kind)) return 'in-force-before'
    const order = {
      memberId,
      kind,
      reason,
      rule,
      // Two operators agreed on a review date; a late second approval must not set a date in the past.
      ...(reviewOn > taipeiDate(now.getTime()) ? { reviewOn } : {}),
      operators: pairOf(operators),
      now,
      requestId,
    }
    const set = await setRestriction(tx, order, deps)
    if (!set.ok) throw new Error(`the restriction was refused: ${set.msg}`)
    return 'passed'
  },
  onRejected: () => Promise.resolve(),
})

const liftPayload = z.strictObject({ restrictionId: z.uuid(), kind: z.enum(restrictionKinds) })

const lifting = (deps: RestrictionReviewDeps): ReviewKindHandler => ({
  kind: 'restriction-lift',
  async describe(tx, { payload, memberId }) {
    const row = await readRestriction(tx, liftPayload.parse(payload).restrictionId)
    if (!row) return { facts: [], effects: [] }
    return {
      facts: restrictionFacts(row),
      checks: [inForceCheck(row)],
      lines: await linesWithout(tx, memberId ?? row.memberId, row.kind),
      effects: ['restriction.ends', 'restriction.notified'],
    }
  },
  async execute(tx, review, context) {
    const { restrictionId } = liftPayload.parse(review.payload)
    return (await lift(tx, deps, restrictionId, review.reason, context)) ? 'passed' : 'lifted-before'
  },
  onRejected: () => Promise.resolve(),
})

const appeal = (deps: RestrictionReviewDeps): ReviewKindHandler => ({
  kind: 'appeal',
  documents: async (tx, { subject }) =>
    (await readAppeal(tx, subject)) === undefined ? [] : [{ code: 'appeal.statement' }],
  async describe(tx, { subject }) {
    const row = await readAppeal(tx, subject)
    const against = row && (await readRestriction(tx, row.restrictionId))
    if (!row || !against) return { facts: [], effects: [] }
    const counts = await countAppeals(tx, row.memberId)
    return {
      facts: [
        { code: 'appeal.statement', value: row.statement },
        ...restrictionFacts(against),
        { code: 'appeal.before', value: `${counts.passed}/${counts.sent - 1}` },
      ],
      checks: [
        inForceCheck(against),
        {
          ok: against.reviewOn > taipeiDate(Date.now()),
          code: 'restriction.review-ahead',
          value: against.reviewOn,
        },
      ],
      lines: await linesWithout(tx, row.memberId, against.kind),
      effects: ['restriction.ends', 'restriction.notified'],
    }
  },
  async execute(tx, { subject }, context) {
    const row = await readAppeal(tx, subject)
    if (row?.state !== 'pending') return 'decided-before'
    return (await lift(tx, deps, row.restrictionId, 'appeal', context)) ? 'passed' : 'lifted-before'
  },
  async onRejected(tx, { subject }, { operators, note, now, requestId, why }) {
    if (why === 'cancelled') return
    const row = await readAppeal(tx, subject)
    const against = row && (await readRestriction(tx, row.restrictionId))
    if (!against || !(await rejectAppealRow(tx, subject, operators, note, now))) return
    await recordOutcome(tx, deps, {
      memberId: row.memberId,
      action: 'members.appeal-rejected',
      actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
      subject: `member:${row.memberId}`,
      now: { state: 'in-force' },
      why: { note },
      details: { appealId: subject, restrictionId: row.restrictionId, why, operators },
      event: { kind: 'restriction.changed', id: row.restrictionId },
      notice:
        why === 'expired'
          ? { code: 'appeal.expired', params: { kind: against.kind } }
          : { code: 'appeal.rejected' },
      requestId,
      at: now,
    })
  },
})

const pairOf = ([first, second]: readonly string[]): readonly [string, string] => {
  if (first === undefined || second === undefined) throw new Error('an approval needs two votes')
  return [first, second]
}

/** Returns false when the restriction was already lifted. */
async function lift(
  tx: Tx,
  deps: RestrictionReviewDeps,
  restrictionId: string,
  reason: string,
  { operators, now, requestId }: Execution,
): Promise<boolean> {
  const pair = pairOf(operators)
  const row = await readRestriction(tx, restrictionId)
  const lifted = await liftRestriction(tx, { restrictionId, operators: pair, reason, now, requestId }, deps)
  if (!lifted.ok || !row) return false
  // A waiting appeal has thereby succeeded; its own review then finds nothing left to do.
  await passAppealsOf(tx, restrictionId, pair, now)
  return true
}

const restrictionFacts = (row: InForce) => [
  { code: 'restriction.kind', value: row.kind },
  { code: 'restriction.reason', value: row.reason },
  ...(row.rule === null ? [] : [{ code: 'restriction.rule', value: row.rule }]),
  { code: 'restriction.since', value: taipeiDate(row.since.getTime()) },
  { code: 'restriction.review-on', value: row.reviewOn },
]

const inForceCheck = (row: InForce) => ({
  ok: row.liftedAt === null,
  code: 'restriction.still-in-force',
  value: row.kind,
})

async function linesWithout(tx: Tx, memberId: string, kind: InForce['kind']) {
  const bars = await readBars(tx, memberId)
  const left = bars.filter((bar) => bar !== kind && !(bar === 'frozen-by-law' && kind === 'frozen'))
  return [{ code: 'restriction.in-force', before: bars.join(', ') || null, after: left.join(', ') || null }]
}
