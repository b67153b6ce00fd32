import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import type { NotifyDeps } from './deps.ts'
import { writeMentorDays } from './figures/write-days.ts'

export const mentorsLoops = ({
  db,
  clock,
  bus,
  subjects,
}: NotifyDeps & { readonly db: Db; readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'mentor-days',
    everyMs: 20_000,
    run: () => writeMentorDays(db, { bus, subjects }, clock.now()),
  },
]
