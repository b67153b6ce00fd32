import { consoleRoutes } from '@fairlot/contract/console-routes'
import { placementsRoutes } from '@fairlot/contract/placements'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { placementsLoops } from './jobs.ts'
import { placementsReviews } from './reviews.ts'
import { placementsConsoleHandlers } from './routes.console.ts'
import { placementsHandlers } from './routes.member.ts'

export const placements: ServerFeature = {
  member: (deps) => bindRoutes(placementsRoutes, placementsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.placements, placementsConsoleHandlers(deps)),
  loops: placementsLoops,
  reviews: placementsReviews,
}
