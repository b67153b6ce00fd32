import { depositsRules } from '@fairlot/rules/deposits'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

export type DepositTerms = Readonly<Record<keyof typeof depositsRules, number>>

/** The rules of deposits in force now. */
export async function depositTerms(tx: Tx, now: Date): Promise<DepositTerms> {
  const values = await readRuleValues(tx, now)
  return Object.fromEntries(
    Object.entries(depositsRules).map(([name, rule]) => [name, values.get(rule.id) ?? rule.default]),
  ) as DepositTerms
}
