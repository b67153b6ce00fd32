import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { type SchedulerDeps, schedulePhases } from './schedule-phases.ts'

/** A phase may start at most a second late; each run costs three small reads. */
export const calendarLoops = ({
  clock,
  ...deps
}: SchedulerDeps & { readonly clock: Clock }): readonly Loop[] => [
  { name: 'calendar-phases', everyMs: 1_000, run: () => schedulePhases(deps, clock.now()) },
]
