import type { auditRoutes } from '@fairlot/contract/audit'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { readCheckpoint } from './read-checkpoint.ts'

export const auditHandlers = (db: Db, secrets: Secrets): Handlers<typeof auditRoutes> => ({
  checkpoint: async () => done(await readCheckpoint(db, secrets)),
})
