import { depositsRules } from '@fairlot/rules/deposits'
import { requestTerms, type RequestTerms } from '#features/fund-requests'
import type { Tx } from '#platform/db'

export type DepositTerms = RequestTerms<typeof depositsRules>

/** The rules of deposits in force now. */
export const depositTerms = (tx: Tx, now: Date): Promise<DepositTerms> => requestTerms(tx, depositsRules, now)
