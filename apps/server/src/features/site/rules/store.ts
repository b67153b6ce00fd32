import type { Tx } from '#platform/db'

export interface RuleValueRow {
  readonly rule: string
  readonly value: bigint
  readonly announced_at: Date
  readonly holds_from: Date
  readonly reason: string
}

/** Newest first. Rules change a few times a year: the whole history is short. */
export const selectRuleValues = (tx: Tx): Promise<readonly RuleValueRow[]> =>
  tx.query<RuleValueRow>(
    'SELECT rule, value, announced_at, holds_from, reason FROM app.rule_values ORDER BY holds_from DESC, id DESC',
  )
