import { type CurrencyTerms, currencyTermsOf } from '@fairlot/rules/currency-exchange'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

/** The rules of currency exchange in force now. */
export const currencyTerms = async (tx: Tx, now: Date): Promise<CurrencyTerms> =>
  currencyTermsOf(await readRuleValues(tx, now))
