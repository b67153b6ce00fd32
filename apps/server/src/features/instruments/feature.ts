import { instrumentsRoutes } from '@fairlot/contract/instruments'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { instrumentsLoops } from './jobs.ts'
import { instrumentsHandlers } from './routes.member.ts'

export const instruments: ServerFeature = {
  member: (deps) => bindRoutes(instrumentsRoutes, instrumentsHandlers(deps)),
  loops: instrumentsLoops,
}
