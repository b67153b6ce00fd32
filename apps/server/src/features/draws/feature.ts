import { consoleRoutes } from '@fairlot/contract/console-routes'
import { drawsRoutes } from '@fairlot/contract/draws'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { openBeaconClient } from './beacon-client.ts'
import { drawsLoops } from './jobs.ts'
import { drawReviews } from './reviews.ts'
import { drawsConsoleHandlers } from './routes.console.ts'
import { drawsHandlers } from './routes.member.ts'

export const draws: ServerFeature = {
  member: (deps) => bindRoutes(drawsRoutes, drawsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.draws, drawsConsoleHandlers(deps)),
  loops: (deps) => drawsLoops({ ...deps, beaconClient: openBeaconClient(deps.config.beacon.relays) }),
  reviews: (deps) => [drawReviews(deps)],
}
