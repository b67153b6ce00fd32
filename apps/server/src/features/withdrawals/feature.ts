import { consoleRoutes } from '@fairlot/contract/console-routes'
import { withdrawalsRoutes } from '@fairlot/contract/withdrawals'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { withdrawalsLoops } from './jobs.ts'
import { withdrawalReviews } from './reviews.ts'
import { withdrawalsConsoleHandlers } from './routes.console.ts'
import { withdrawalsHandlers } from './routes.member.ts'

export const withdrawals: ServerFeature = {
  member: (deps) => bindRoutes(withdrawalsRoutes, withdrawalsHandlers({ ...deps, market: deps })),
  console: (deps) => bindConsoleRoutes(consoleRoutes.withdrawals, withdrawalsConsoleHandlers(deps)),
  loops: withdrawalsLoops,
  reviews: withdrawalReviews,
}
