import { favouritesRoutes } from '@fairlot/contract/favourites'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { favouritesLoops } from './jobs.ts'
import { favouritesHandlers } from './routes.member.ts'

export const favourites: ServerFeature = {
  member: (deps) => bindRoutes(favouritesRoutes, favouritesHandlers(deps)),
  loops: favouritesLoops,
}
