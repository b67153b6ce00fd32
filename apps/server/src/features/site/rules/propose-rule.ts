import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { dayMs, taipeiDate } from '@fairlot/rules/calendar'
import type { RuleProfile } from '@fairlot/rules/orders'
import { type RuleChangeRefusal, refuseRuleValue, ruleDayStart } from '@fairlot/rules/site'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { valuedRules } from './read-rules.ts'
import type { RuleChangePayload } from './rule-change-payload.ts'
import { type RuleValueRow, selectRuleValues } from './store.ts'

const codes = {
  unknown: 'rule.not-found',
  fixed: 'rule.fixed',
  bounds: 'rule.bounds',
  same: 'rule.same',
  order: 'rule.order',
} as const satisfies Record<RuleChangeRefusal, string>

const yearMs = 366 * dayMs

/** Refuses what the rule forbids, a change while another is announced, and a day that is past or too far ahead. */
export async function proposeRule(
  db: Db,
  profile: RuleProfile,
  { rule, value, notBefore, why }: ConsoleBodyOf<'/site/proposeRule'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { now } = proposing
  const rows = await selectRuleValues(db)
  const values = valuesOf(rows, profile, now)
  const refusal = refuseRuleValue(rule, value, values)
  if (refusal) return refuse(codes[refusal], { field: 'value' })
  if (announcedOf(rows, rule, now)) return refuse('rule.announced')
  const from = notBefore === null ? null : ruleDayStart(notBefore)
  if (from !== null && (notBefore! <= taipeiDate(now.getTime()) || from.getTime() > now.getTime() + yearMs)) {
    return refuse('rule.date', { field: 'notBefore' })
  }
  if (why.tw.trim() === '' || why.en.trim() === '') return refuse('proposal.why', { field: 'why' })
  const payload: RuleChangePayload = {
    rule,
    value,
    before: values.get(rule)![0]!,
    notBefore: from?.toISOString() ?? null,
    why,
  }
  return proposeReview(db, { kind: 'rule-change', subject: rule, payload, reason: why.tw }, proposing)
}

/** Announced and not yet in force. */
export const announcedOf = (
  rows: readonly RuleValueRow[],
  rule: string,
  now: Date,
): RuleValueRow | undefined =>
  rows.find((row) => row.rule === rule && row.holds_from > now && row.stopped_at === null)

/** The current value of each rule, followed by the announced one. */
export function valuesOf(
  rows: readonly RuleValueRow[],
  profile: RuleProfile,
  now: Date,
): ReadonlyMap<string, readonly number[]> {
  return new Map(
    valuedRules(rows, profile, now).map(({ rule: { id }, value }) => {
      const ahead = announcedOf(rows, id, now)
      return [id, ahead ? [value, Number(ahead.value)] : [value]]
    }),
  )
}
