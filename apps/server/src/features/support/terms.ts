import { type SupportTerms, supportTermsOf } from '@fairlot/rules/support'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

/** The rules of customer service in force now. */
export const supportTerms = async (tx: Tx, now: Date): Promise<SupportTerms> =>
  supportTermsOf(await readRuleValues(tx, now))
