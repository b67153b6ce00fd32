import { consoleRoutes } from '@fairlot/contract/console-routes'
import { withdrawalsRoutes } from '@fairlot/contract/withdrawals'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { withdrawalsLoops } from './jobs.ts'
import { withdrawalReviews } from './reviews.ts'
import { withdrawalsConsoleHandlers } from './routes.console.ts'
import { withdrawalsHandlers } from './routes.member.ts'

export const withdrawals: ServerFeature = {
  member: (parts) => bindRoutes(withdrawalsRoutes, withdrawalsHandlers({ ...parts, market: parts })),
  console: (parts) => bindConsoleRoutes(consoleRoutes.withdrawals, withdrawalsConsoleHandlers(parts)),
  loops: withdrawalsLoops,
  reviews: withdrawalReviews,
}
