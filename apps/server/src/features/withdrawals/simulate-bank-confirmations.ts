// The practice market has no real bank. Two minutes after a file was sent, the practice bank answers with an ordinary
// statement, which confirms the payout like any other.

import { notifySimulated } from '#features/bank-statements'
import type { Db } from '#platform/db'
import { readUnconfirmed } from './store.ts'

const answersAfterMs = 120_000
const maxPayouts = 1_000

/** Returns how many payouts it reported. */
export async function simulateBankConfirmations(db: Db, now: Date): Promise<number> {
  const unconfirmed = await readUnconfirmed(db, new Date(now.getTime() - answersAfterMs), maxPayouts)
  return notifySimulated(db, unconfirmed, now)
}
