import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { watchPairs, type WatchPairsDeps } from './watch-pairs.ts'

export const surveillanceLoops = ({
  clock,
  ...deps
}: WatchPairsDeps & { readonly clock: Clock }): readonly Loop[] => [
  { name: 'surveillance-pairs', everyMs: 30_000, run: () => watchPairs(deps, clock.now()) },
]
