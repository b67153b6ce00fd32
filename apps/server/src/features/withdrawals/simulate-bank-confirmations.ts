// The practice market has no real bank. Two minutes after a file was sent, the practice bank answers with an ordinary
// statement, which confirms the payout like any other.

import { notifySimulated } from '#features/deposits'
import type { Db } from '#platform/db'
import { readUntold } from './store.ts'

const answersAfterMs = 120_000
const maxPayouts = 1_000

/** Returns how many payouts it reported. */
export async function simulateBankConfirmations(db: Db, now: Date): Promise<number> {
  const untold = await readUntold(db, new Date(now.getTime() - answersAfterMs), maxPayouts)
  return notifySimulated(db, untold, now)
}
