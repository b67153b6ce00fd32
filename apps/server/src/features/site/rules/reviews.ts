import type { RuleProfile } from '@fairlot/rules/orders'
import {
  costsMore,
  earliestStart,
  noticeDays,
  refuseRuleValue,
  rulebook,
  ruleText,
  ruleTitlesEn,
  ruleTitlesTw,
} from '@fairlot/rules/site'
import { recordAudit } from '#features/audit'
import { publishNotice } from '#features/notices'
import type { Execution, Review, ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { announceChange, announceStop } from './announce.ts'
import { announcedOf, valuesOf } from './propose-rule.ts'
import { tryRule } from './read-rule-effect.ts'
import { type RuleChangePayload, ruleChangePayload } from './rule-change-payload.ts'
import { insertRuleStop, insertRuleValue, lockRules, selectRuleValues, type Trial } from './store.ts'

type Change = Exclude<RuleChangePayload, { readonly stop: string }>
type Stop = Extract<RuleChangePayload, { readonly stop: string }>

const unitOf = (id: string): string => rulebook.find((rule) => rule.id === id)?.unit ?? 'count'
const titleOf = (id: string): string => `${ruleTitlesTw[id] ?? id} / ${ruleTitlesEn[id] ?? id}`
/** Without words of either language: the console shows it in the operator's language. */
const plain = (id: string, value: number): string => ruleText(value, unitOf(id), {})
const twoOf = ({ operators }: Execution): readonly [string, string] => [
  `operator:${operators[0]}`,
  `operator:${operators[1]}`,
]

function describeChange(
  payload: Change,
  values: ReadonlyMap<string, readonly number[]>,
  trial: Trial | null,
): ReviewDescription {
  const { rule: id, value, before, notBefore, why } = payload
  const rule = rulebook.find((booked) => booked.id === id)
  const refusal = refuseRuleValue(id, value, values)
  const ahead = costsMore(id, before, value)
  return {
    facts: [
      { code: 'rule.title', value: titleOf(id) },
      { code: 'rule.id', value: id },
      { code: 'rule.not-before', value: notBefore ?? '—' },
      { code: 'rule.notice-days', value: ahead ? String(noticeDays) : '0' },
      {
        code: 'rule.trial',
        value:
          trial === null
            ? '—'
            : `${trial.requests} · ${trial.concernedNow} → ${trial.concernedThen} · ${trial.members}`,
      },
      { code: 'rule.why-tw', value: why.tw },
      { code: 'rule.why-en', value: why.en },
    ],
    checks: [
      {
        ok: refusal !== 'bounds' && refusal !== 'unknown',
        code: 'rule.in-bounds',
        value: rule ? `${plain(id, rule.min)} – ${plain(id, rule.max)}` : '—',
      },
      { ok: refusal !== 'order', code: 'rule.fits-others', value: '' },
      { ok: values.get(id)?.[0] === before, code: 'rule.unchanged-since', value: plain(id, before) },
      { ok: true, code: ahead ? 'rule.costs-more' : 'rule.costs-no-more', value: '' },
    ],
    lines: [{ code: 'rule.value', before: plain(id, before), after: plain(id, value) }],
    effects: ['rule.announced', ahead ? 'rule.holds-later' : 'rule.holds-at-once'],
  }
}

const describeStop = ({ rule, value, why }: Stop): ReviewDescription => ({
  facts: [
    { code: 'rule.title', value: titleOf(rule) },
    { code: 'rule.id', value: rule },
    { code: 'rule.stopped-value', value: plain(rule, value) },
    { code: 'rule.why-tw', value: why.tw },
    { code: 'rule.why-en', value: why.en },
  ],
  effects: ['rule.stopped', 'rule.stop-announced'],
})

/** Executed as approved: if the rule has changed since, or is about to, nothing is done. */
export const ruleChangeReviews = (profile: RuleProfile): ReviewKindHandler => ({
  kind: 'rule-change',
  async describe(tx, { payload, openedAt }) {
    const asked = ruleChangePayload.parse(payload)
    if ('stop' in asked) return describeStop(asked)
    const [rows, trial] = await Promise.all([selectRuleValues(tx), tryRule(tx, asked, openedAt)])
    return describeChange(asked, valuesOf(rows, profile, openedAt), trial)
  },
  async execute(tx, review, context) {
    await lockRules(tx)
    const asked = ruleChangePayload.parse(review.payload)
    return 'stop' in asked ? stop(tx, review, asked, context) : change(tx, review, asked, profile, context)
  },
  onRejected: () => Promise.resolve(),
})

async function change(
  tx: Tx,
  { reviewId }: Review,
  { rule, value, before, notBefore, why }: Change,
  profile: RuleProfile,
  context: Execution,
): Promise<string | void> {
  const { now, requestId } = context
  const rows = await selectRuleValues(tx)
  const values = valuesOf(rows, profile, now)
  if (values.get(rule)?.[0] !== before || announcedOf(rows, rule, now)) return 'superseded'
  if (refuseRuleValue(rule, value, values)) return 'superseded'
  const holdsFrom = earliestStart(rule, before, value, now, notBefore === null ? null : new Date(notBefore))
  await insertRuleValue(tx, {
    rule,
    value,
    announcedAt: now,
    holdsFrom,
    reason: why,
    setBy: twoOf(context),
    reviewId,
  })
  await publishNotice(
    tx,
    announceChange({ reviewId, rule, unit: unitOf(rule), before, value, holdsFrom, why, now }),
  )
  await recordAudit(tx, {
    action: 'site.rule-announced',
    actor: 'system',
    subject: `rule:${rule}`,
    details: { reviewId, before, value, holdsFrom: holdsFrom.toISOString() },
    requestId,
  })
}

async function stop(
  tx: Tx,
  { reviewId }: Review,
  { rule, stop: changeId, value, why }: Stop,
  context: Execution,
): Promise<string | void> {
  const { now, requestId } = context
  const row = (await selectRuleValues(tx)).find(({ id }) => id.toString() === changeId)
  // It came into force, or was stopped, before the second approval.
  if (!row || row.stopped_at !== null || row.holds_from <= now) return 'superseded'
  await insertRuleStop(tx, { changeId, stoppedAt: now, reason: why, setBy: twoOf(context), reviewId })
  await publishNotice(tx, announceStop({ reviewId, rule, unit: unitOf(rule), value, why, now }))
  await recordAudit(tx, {
    action: 'site.rule-stopped',
    actor: 'system',
    subject: `rule:${rule}`,
    details: { reviewId, changeId, value },
    requestId,
  })
}
