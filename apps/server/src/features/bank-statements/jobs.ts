import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { finishReturns, simulateReturns, suspendOldLines } from './lines/settle-line.ts'
import { isLineOpen } from './statements/store.ts'
import { matchDeposits } from './match-deposits.ts'

export const bankStatementsLoops = ({
  db,
  clock,
  money,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly money: 'practice' | 'real'
}): readonly Loop[] => [
  {
    name: 'deposits-match',
    everyMs: 5_000,
    work: { exists: isLineOpen },
    run: () => matchDeposits(db, clock.now()),
  },
  {
    name: 'deposits-returns',
    everyMs: 5_000,
    work: { exists: isLineOpen },
    run: () => finishReturns(db, clock.now()),
  },
  { name: 'deposits-suspense', everyMs: 300_000, run: () => suspendOldLines(db, clock.now()) },
  ...(money === 'practice'
    ? [{ name: 'practice-returns', everyMs: 15_000, run: () => simulateReturns(db, clock.now()) }]
    : []),
]
