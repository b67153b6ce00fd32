import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { matchDeposits } from './statements/match-deposits.ts'

export const depositsLoops = (db: Db, clock: Clock): readonly Loop[] => [
  { name: 'deposits-match', everyMs: 5_000, run: () => matchDeposits(db, clock.now()) },
]
