import { consoleRoutes } from '@fairlot/contract/console-routes'
import { creditRoutes } from '@fairlot/contract/credit'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { creditLoops } from './jobs.ts'
import { creditReviews } from './reviews.ts'
import { creditConsoleHandlers } from './routes.console.ts'
import { creditHandlers } from './routes.member.ts'

export const credit: ServerFeature = {
  member: (deps) => bindRoutes(creditRoutes, creditHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.credit, creditConsoleHandlers(deps)),
  reviews: creditReviews,
  loops: creditLoops,
}
