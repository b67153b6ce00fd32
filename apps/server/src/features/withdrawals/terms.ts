import { withdrawalsRules } from '@fairlot/rules/withdrawals'
import { requestTerms, type RequestTerms } from '#features/fund-requests'
import type { Tx } from '#platform/db'

export type WithdrawalTerms = RequestTerms<typeof withdrawalsRules>

/** The rules of withdrawals in force now. */
export const withdrawalTerms = (tx: Tx, now: Date): Promise<WithdrawalTerms> =>
  requestTerms(tx, withdrawalsRules, now)
