import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import type { ConditionalDeps } from './deps.ts'
import { conditionalWork } from './watching/read-trades.ts'
import { watchConditionals } from './watching/watch.ts'

/** A quarter of a second is how late a stop may be. */
export const conditionalLoops = ({
  clock,
  ...deps
}: ConditionalDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'conditional-orders',
    everyMs: 250,
    work: conditionalWork,
    run: () => watchConditionals(deps, clock.now()),
  },
]
