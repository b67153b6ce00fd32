import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { deleteOld, writeSamples } from './store.ts'

export const statusLoops = ({ db }: { readonly db: Db }): readonly Loop[] => [
  { name: 'status-samples', everyMs: 30_000, run: () => writeSamples(db) },
  { name: 'status-tidy', everyMs: 3_600_000, run: () => deleteOld(db) },
]
