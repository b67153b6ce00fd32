import { isLineOpen } from '#features/bank-statements'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { confirmPayouts } from './confirm-payouts.ts'
import type { DecidingDeps } from './deps.ts'
import { simulateBankConfirmations } from './simulate-bank-confirmations.ts'

export const withdrawalsLoops = ({
  db,
  clock,
  money,
  ...deps
}: DecidingDeps & {
  readonly db: Db
  readonly clock: Clock
  readonly money: 'practice' | 'real'
}): readonly Loop[] => [
  {
    name: 'withdrawals-confirm',
    everyMs: 5_000,
    work: { exists: isLineOpen },
    run: () => confirmPayouts(db, deps, clock.now()),
  },
  ...(money === 'practice'
    ? [{ name: 'practice-bank', everyMs: 15_000, run: () => simulateBankConfirmations(db, clock.now()) }]
    : []),
]
