import { addDays, phaseAt, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { readClosures } from './read-closures.ts'
import { type SchedulerDeps, schedulePhases } from './schedule-phases.ts'
import { calendarState } from './store.ts'

/** A phase may start at most a second late. Between two phases and midnights the clock alone says that nothing is due. */
export function calendarLoops({
  clock,
  ...deps
}: SchedulerDeps & { readonly clock: Clock }): readonly Loop[] {
  let nextAt = 0
  return [
    {
      name: 'calendar-phases',
      everyMs: 1_000,
      work: { changes: calendarState, isDue: () => clock.now().getTime() >= nextAt },
      async run() {
        const now = clock.now()
        const submitted = await schedulePhases(deps, now)
        const at = now.getTime()
        // New shares are listed when their day begins.
        nextAt = Math.min(
          phaseAt(deps.calendar, await readClosures(deps.db), at).next.at,
          taipeiMidnight(addDays(taipeiDate(at), 1)),
        )
        return submitted
      },
    },
  ]
}
