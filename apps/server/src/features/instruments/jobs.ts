import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { forgetViews } from './list-viewed.ts'

export const instrumentsLoops = ({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): readonly Loop[] => [
  { name: 'instruments-views', everyMs: 60_000, run: () => forgetViews(db, clock.now()) },
]
