import { consoleRoutes } from '@fairlot/contract/console-routes'
import { fundsRoutes } from '@fairlot/contract/funds'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { journalReviews } from './correcting/reviews.ts'
import { fundsJobs } from './reconciling/jobs.ts'
import { fundsConsoleHandlers } from './routes.console.ts'
import { fundsHandlers } from './routes.member.ts'

export const funds: ServerFeature = {
  member: (deps) => bindRoutes(fundsRoutes, fundsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.funds, fundsConsoleHandlers(deps)),
  loops(deps) {
    const books = fundsJobs({ ...deps, registry: deps.metrics.registry })
    deps.stopper.add('books', () => books.stop())
    return books.loops
  },
  reviews: (deps) => [journalReviews(deps)],
}
