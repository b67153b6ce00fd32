import { dayTradingRoutes } from '@fairlot/contract/day-trading'
import { coverOrders } from '#features/orders'
import { bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { dayTradingLoops } from './jobs.ts'
import { dayTradingReviews } from './reviews.ts'
import { dayTradingHandlers } from './routes.member.ts'

export const dayTrading: ServerFeature = {
  member: (deps) => bindRoutes(dayTradingRoutes, dayTradingHandlers(deps)),
  loops: (deps) => dayTradingLoops({ ...deps, orders: coverOrders(deps) }),
  reviews: ({ profile }) => [dayTradingReviews(profile)],
}
