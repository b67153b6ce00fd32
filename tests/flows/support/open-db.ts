import { type Db, type DbOptions, openDb as openServerDb } from '../../../apps/server/src/platform/db.ts'

export { afterCommit, type Db, Rollback, type Tx } from '../../../apps/server/src/platform/db.ts'

/** A stalled machine must not look like a busy database. */
export const testPatience = 10

export const openDb = (options: DbOptions): Db => openServerDb({ patience: testPatience, ...options })
