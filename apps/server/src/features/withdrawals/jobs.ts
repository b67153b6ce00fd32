import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { confirmPayouts } from './confirm-payouts.ts'
import type { DecidingDeps } from './deps.ts'

export const withdrawalsLoops = (db: Db, deps: DecidingDeps, clock: Clock): readonly Loop[] => [
  { name: 'withdrawals-confirm', everyMs: 5_000, run: () => confirmPayouts(db, deps, clock.now()) },
]
