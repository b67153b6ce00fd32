import type { liveRoutes } from '@fairlot/contract/live'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { openFeed } from './open-feed.ts'

export const liveHandlers = ({ db }: { readonly db: Db }): Handlers<typeof liveRoutes> => ({
  openFeed: async (_body, { caller, now }) => done(await openFeed(db, caller, now)),
})
