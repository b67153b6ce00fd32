import { blockTradesRoutes } from '@fairlot/contract/block-trades'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { blockTradesLoops } from './jobs.ts'
import { blockTradesReviews } from './reviews.ts'
import { blockTradesConsoleHandlers } from './routes.console.ts'
import { blockTradesHandlers } from './routes.member.ts'

export const blockTrades: ServerFeature = {
  member: (deps) => bindRoutes(blockTradesRoutes, blockTradesHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes['block-trades'], blockTradesConsoleHandlers(deps)),
  loops: blockTradesLoops,
  reviews: blockTradesReviews,
}
