import { liveRoutes } from '@fairlot/contract/live'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { liveLoops } from './jobs.ts'
import { liveHandlers } from './routes.member.ts'

export const live: ServerFeature = {
  member: (deps) => bindRoutes(liveRoutes, liveHandlers(deps)),
  loops: liveLoops,
}
