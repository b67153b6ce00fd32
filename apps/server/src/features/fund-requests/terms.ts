import { fundRequestsRules } from '@fairlot/rules/fund-requests'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

interface RuleOfRequests {
  readonly id: string
  readonly default: number
}

export type RequestTerms<Rules> = Readonly<Record<keyof Rules, number>> & {
  /** `fundOps.block`: a pending request of one kind blocks the other too. */
  readonly blocksAll: boolean
}

/** The values of these rules in force now. */
export async function requestTerms<Rules extends Readonly<Record<string, RuleOfRequests>>>(
  tx: Tx,
  rules: Rules,
  now: Date,
): Promise<RequestTerms<Rules>> {
  const values = await readRuleValues(tx, now)
  const valueOf = (rule: RuleOfRequests): number => values.get(rule.id) ?? rule.default
  return {
    ...(Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, valueOf(rule)])) as Record<
      keyof Rules,
      number
    >),
    blocksAll: valueOf(fundRequestsRules.block) === 1,
  }
}
