import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { runPlans } from './buying/run-plans.ts'
import type { SavingsDeps } from './deps.ts'

export const savingsPlansLoops = ({
  clock,
  ...deps
}: SavingsDeps & { readonly clock: Clock }): readonly Loop[] => [
  { name: 'savings-plans', everyMs: 5_000, run: () => runPlans(deps, clock.now()) },
]
