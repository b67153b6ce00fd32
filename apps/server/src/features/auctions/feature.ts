import { auctionsRoutes } from '@fairlot/contract/auctions'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { openBeaconClient } from '#features/draws'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { auctionsLoops } from './jobs.ts'
import { auctionReviews } from './reviews.ts'
import { auctionsConsoleHandlers } from './routes.console.ts'
import { auctionsHandlers } from './routes.member.ts'

export const auctions: ServerFeature = {
  member: (deps) => bindRoutes(auctionsRoutes, auctionsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.auctions, auctionsConsoleHandlers(deps)),
  loops: (deps) => auctionsLoops({ ...deps, beaconClient: openBeaconClient(deps.config.beacon.relays) }),
  reviews: auctionReviews,
}
