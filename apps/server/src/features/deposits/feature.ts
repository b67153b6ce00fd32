import { consoleRoutes } from '@fairlot/contract/console-routes'
import { depositsRoutes } from '@fairlot/contract/deposits'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { reversalReviews } from './reversing/reviews.ts'
import { channelReviews, depositReviews } from './reviews.ts'
import { depositsConsoleHandlers } from './routes.console.ts'
import { depositsHandlers } from './routes.member.ts'

export const deposits: ServerFeature = {
  member: (deps) => bindRoutes(depositsRoutes, depositsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.deposits, depositsConsoleHandlers(deps)),
  reviews: (deps) => [depositReviews(deps), channelReviews(), reversalReviews(deps)],
}
