import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { linkEntries, signCheckpoint } from './link-entries.ts'
import { ensurePartitions, isUnlinked } from './store.ts'
import { keepTrees, type TreeDeps } from './trees/keep-trees.ts'

export const auditLoops = ({ clock, ...deps }: TreeDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'audit-trees',
    everyMs: 60_000,
    run: () => keepTrees(deps, clock.now()),
  },
  {
    name: 'audit-chain',
    // The promise is a second from commit to link; the margin covers a slow round.
    everyMs: 300,
    work: { exists: isUnlinked },
    async run() {
      const linked = await linkEntries(deps.db)
      if (linked > 0) await signCheckpoint(deps.db, deps.secrets, clock.now())
      return linked
    },
  },
  {
    name: 'audit-partitions',
    everyMs: 6 * 3_600_000,
    async run() {
      return (await ensurePartitions(deps.db, clock.now(), 3)) ? 0 : 1
    },
  },
]
