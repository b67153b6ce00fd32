import { consoleRoutes } from '@fairlot/contract/console-routes'
import { newSharesRoutes } from '@fairlot/contract/new-shares'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { newSharesLoops } from './jobs.ts'
import { newSharesReviews } from './reviews.ts'
import { newSharesConsoleHandlers } from './routes.console.ts'
import { newSharesHandlers } from './routes.member.ts'

export const newShares: ServerFeature = {
  member: (deps) => bindRoutes(newSharesRoutes, newSharesHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.newShares, newSharesConsoleHandlers(deps)),
  loops: newSharesLoops,
  reviews: () => newSharesReviews,
}
