import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { advancePlacements } from './advancing/advance-placements.ts'
import { isPlacementDue } from './advancing/store.ts'
import type { AdvanceDeps } from './deps.ts'

export const placementsLoops = ({
  db,
  clock,
  ...deps
}: AdvanceDeps & { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'placements-advance',
    everyMs: 1_000,
    work: { exists: isPlacementDue },
    run: () => advancePlacements(db, deps, clock.now()),
  },
]
