import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { isCallOpen, settledSoFar } from './margin/store.ts'
import { type MarginDeps, openMarginWatch } from './margin/watch-margin.ts'
import { openWealthWriter } from './profit/write-wealth-days.ts'

/** A call may be at most a second late. The practice market leaves five minutes between a close and the next open. */
export function positionsLoops({ clock, ...deps }: MarginDeps & { readonly clock: Clock }): readonly Loop[] {
  const watch = openMarginWatch(deps)
  const writer = openWealthWriter(deps.db, deps)
  return [
    {
      name: 'margin-watch',
      everyMs: 1_000,
      work: { exists: isCallOpen, changes: settledSoFar },
      run: () => watch.run(clock.now()),
    },
    { name: 'wealth-days', everyMs: 20_000, run: () => writer.run(clock.now()) },
  ]
}
