import { consoleRoutes } from '@fairlot/contract/console-routes'
import { copyTradingRoutes } from '@fairlot/contract/copy-trading'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { copyTradingLoops } from './jobs.ts'
import { copyTradingReviews } from './reviews.ts'
import { copyTradingConsoleHandlers } from './routes.console.ts'
import { copyTradingHandlers } from './routes.member.ts'

export const copyTrading: ServerFeature = {
  member: (deps) => bindRoutes(copyTradingRoutes, copyTradingHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.copyTrading, copyTradingConsoleHandlers(deps)),
  loops: copyTradingLoops,
  reviews: copyTradingReviews,
}
