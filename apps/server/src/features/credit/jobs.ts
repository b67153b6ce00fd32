import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import type { CreditDeps } from './deps.ts'
import { accrueCredit } from './watch/accrue-credit.ts'
import { isWatching, settledSoFar } from './watch/store.ts'
import { watchCredit } from './watch/watch-credit.ts'

/** A call may be at most a second late. */
export const creditLoops = ({ clock, ...deps }: CreditDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'credit-watch',
    everyMs: 1_000,
    work: { exists: isWatching, changes: settledSoFar },
    run: () => watchCredit(deps, clock.now()),
  },
  { name: 'credit-interest', everyMs: 60_000, run: () => accrueCredit(deps.db, clock.now()) },
]
