import { consoleRoutes } from '@fairlot/contract/console-routes'
import { ordersRoutes } from '@fairlot/contract/orders'
import { openReview } from '#features/operators'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { conditionalLoops } from './conditional/index.ts'
import { ordersConsoleHandlers } from './routes.console.ts'
import { ordersHandlers } from './routes.member.ts'
import { surveillanceLoops } from './surveillance/jobs.ts'
import { surveillanceReviews } from './surveillance/reviews.ts'

export const orders: ServerFeature = {
  member: (deps) => bindRoutes(ordersRoutes, ordersHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.orders, ordersConsoleHandlers(deps)),
  loops: (deps) => [...conditionalLoops(deps), ...surveillanceLoops({ ...deps, openReview })],
  reviews: () => [surveillanceReviews],
}
