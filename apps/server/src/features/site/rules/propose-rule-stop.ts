import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import type { RuleChangePayload } from './rule-change-payload.ts'
import { selectRuleValues } from './store.ts'

/** Refuses: `rule.not-found`, `rule.too-late` when it is already in force or was stopped. */
export async function proposeRuleStop(
  db: Db,
  { changeId, why }: ConsoleBodyOf<'/site/proposeRuleStop'>,
  proposing: Proposing,
): Promise<Proposed> {
  const row = (await selectRuleValues(db)).find(({ id }) => id.toString() === changeId)
  if (!row) return refuse('rule.not-found')
  if (row.stopped_at !== null || row.holds_from <= proposing.now) return refuse('rule.too-late')
  if (why.tw.trim() === '' || why.en.trim() === '') return refuse('proposal.why', { field: 'why' })
  const payload: RuleChangePayload = { rule: row.rule, stop: changeId, value: Number(row.value), why }
  return proposeReview(db, { kind: 'rule-change', subject: row.rule, payload, reason: why.tw }, proposing)
}
