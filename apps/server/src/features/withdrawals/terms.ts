import { depositsRules } from '@fairlot/rules/deposits'
import { withdrawalsRules } from '@fairlot/rules/withdrawals'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

export type WithdrawalTerms = Readonly<Record<keyof typeof withdrawalsRules, number>> & {
  /** `fundOps.block`: a pending request of one kind blocks the other too. */
  readonly blocksAll: boolean
}

/** The rules of withdrawals in force now. */
export async function withdrawalTerms(tx: Tx, now: Date): Promise<WithdrawalTerms> {
  const values = await readRuleValues(tx, now)
  const { block } = depositsRules
  return {
    ...(Object.fromEntries(
      Object.entries(withdrawalsRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
    ) as Record<keyof typeof withdrawalsRules, number>),
    blocksAll: (values.get(block.id) ?? block.default) === 1,
  }
}
