// In the practice market no bank answers. The practice bank does, two minutes after a file was sent, by a statement of its
// own that goes the way every statement goes: the payout is then confirmed as any other.

import { tellPractised } from '#features/deposits'
import type { Db } from '#platform/db'
import { readUntold } from './store.ts'

const answersAfterMs = 120_000
const mostPayouts = 1_000

/** Answers how many payouts it reported. */
export async function practisePayouts(db: Db, now: Date): Promise<number> {
  const untold = await readUntold(db, new Date(now.getTime() - answersAfterMs), mostPayouts)
  return tellPractised(db, untold, now)
}
