import { positionsRoutes } from '@fairlot/contract/positions'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { positionsLoops } from './jobs.ts'
import { positionsHandlers } from './routes.member.ts'

export const positions: ServerFeature = {
  member: (deps) => bindRoutes(positionsRoutes, positionsHandlers(deps)),
  loops: positionsLoops,
}
