import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { countWaiting } from './service-levels.ts'
import { deleteOld, writeSamples } from './store.ts'

const sampleMs = 30_000

export const statusLoops = ({ db }: { readonly db: Db }): readonly Loop[] => [
  {
    name: 'status-samples',
    everyMs: sampleMs,
    async run() {
      const written = await writeSamples(db)
      await countWaiting(db, sampleMs / 1_000)
      return written
    },
  },
  { name: 'status-tidy', everyMs: 3_600_000, run: () => deleteOld(db) },
]
