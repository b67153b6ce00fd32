import { consoleRoutes } from '@fairlot/contract/console-routes'
import { couponsRoutes } from '@fairlot/contract/coupons'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { couponsLoops } from './jobs.ts'
import { couponReviews } from './reviews.ts'
import { couponsConsoleHandlers } from './routes.console.ts'
import { couponsHandlers } from './routes.member.ts'

export const coupons: ServerFeature = {
  member: (deps) => bindRoutes(couponsRoutes, couponsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.coupons, couponsConsoleHandlers(deps)),
  loops: couponsLoops,
  reviews: (deps) => [couponReviews(deps)],
}
