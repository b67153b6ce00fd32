import { consoleRoutes } from '@fairlot/contract/console-routes'
import { fundsRoutes } from '@fairlot/contract/funds'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { journalReviews } from './correcting/reviews.ts'
import { fundsJobs } from './reconciling/jobs.ts'
import { fundsConsoleHandlers } from './routes.console.ts'
import { fundsHandlers } from './routes.member.ts'

export const funds: ServerFeature = {
  member: (parts) => bindRoutes(fundsRoutes, fundsHandlers(parts)),
  console: (parts) => bindConsoleRoutes(consoleRoutes.funds, fundsConsoleHandlers(parts)),
  loops(parts) {
    const books = fundsJobs({ ...parts, registry: parts.metrics.registry })
    parts.stopper.add('books', () => books.stop())
    return books.loops
  },
  reviews: (parts) => [journalReviews(parts)],
}
