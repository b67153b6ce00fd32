import type { Tx } from '#platform/db'
import { readFundCredential, readWithdrawalRest } from './store.ts'

export interface WithdrawalRest {
  /** Set by a change of password or second factor. */
  readonly restUntil: Date | null
  /** When a device replaced another or was added; null while there is only the first. */
  readonly deviceChangedAt: Date | null
}

/** What delays withdrawals. */
export const withdrawalRestOf = (tx: Tx, memberId: string): Promise<WithdrawalRest> =>
  readWithdrawalRest(tx, memberId)

export const hasFundPassword = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await readFundCredential(tx, memberId)) !== undefined
