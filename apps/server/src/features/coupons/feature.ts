import { consoleRoutes } from '@fairlot/contract/console-routes'
import { couponsRoutes } from '@fairlot/contract/coupons'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { couponsLoops } from './jobs.ts'
import { couponReviews } from './reviews.ts'
import { couponsConsoleHandlers } from './routes.console.ts'
import { couponsHandlers } from './routes.member.ts'

export const coupons: ServerFeature = {
  member: (parts) => bindRoutes(couponsRoutes, couponsHandlers(parts)),
  console: (parts) => bindConsoleRoutes(consoleRoutes.coupons, couponsConsoleHandlers(parts)),
  loops: couponsLoops,
  reviews: (parts) => [couponReviews(parts)],
}
