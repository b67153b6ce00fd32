import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import type { Secrets } from '#platform/secrets'
import { linkEntries, signCheckpoint } from './link-entries.ts'
import { ensurePartitions } from './store.ts'
import { keepTrees, type TreeDeps } from './trees/keep-trees.ts'

/** When an installation builds its trees. */
export type TreeHabits = Pick<TreeDeps, 'calendar' | 'readClosures' | 'often'>

export const auditLoops = (db: Db, secrets: Secrets, clock: Clock, habits: TreeHabits): readonly Loop[] => [
  {
    name: 'audit-trees',
    everyMs: 60_000,
    run: () => keepTrees({ db, secrets, ...habits }, clock.now()),
  },
  {
    name: 'audit-chain',
    // The promise is a second from commit to link; the margin covers a slow round.
    everyMs: 300,
    async run() {
      const linked = await linkEntries(db)
      if (linked > 0) await signCheckpoint(db, secrets, clock.now())
      return linked
    },
  },
  {
    name: 'audit-partitions',
    everyMs: 6 * 3_600_000,
    async run() {
      return (await ensurePartitions(db, 3)) ? 0 : 1
    },
  },
]
