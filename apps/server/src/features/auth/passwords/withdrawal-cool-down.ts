import type { Tx } from '#platform/db'
import { readFundCredential, readWithdrawalCoolDown } from './store.ts'

export interface WithdrawalCoolDown {
  /** Set by a change of password or second factor. */
  readonly coolDownUntil: Date | null
  /** When a device replaced another or was added; null while there is only the first. */
  readonly deviceChangedAt: Date | null
}

/** What delays withdrawals. */
export const withdrawalCoolDownOf = (tx: Tx, memberId: string): Promise<WithdrawalCoolDown> =>
  readWithdrawalCoolDown(tx, memberId)

export const hasFundPassword = async (tx: Tx, memberId: string): Promise<boolean> =>
  (await readFundCredential(tx, memberId)) !== undefined
