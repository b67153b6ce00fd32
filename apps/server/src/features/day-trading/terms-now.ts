import { type RuleProfile, termsOf, type TradingTerms } from '@fairlot/rules/orders'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

export const termsNow = async (tx: Tx, profile: RuleProfile, now: Date): Promise<TradingTerms> =>
  termsOf(profile, await readRuleValues(tx, now))
