import { type SavingsTerms, savingsTermsOf } from '@fairlot/rules/savings-plans'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

/** The rules of savings plans in force now. */
export const savingsTerms = async (tx: Tx, now: Date): Promise<SavingsTerms> =>
  savingsTermsOf(await readRuleValues(tx, now))
