import { consoleRoutes } from '@fairlot/contract/console-routes'
import { newsRoutes } from '@fairlot/contract/news'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { newsLoops } from './jobs.ts'
import { newsReviews } from './reviews.ts'
import { newsConsoleHandlers } from './routes.console.ts'
import { newsHandlers } from './routes.member.ts'

export const news: ServerFeature = {
  member: (deps) => bindRoutes(newsRoutes, newsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.news, newsConsoleHandlers(deps)),
  loops: newsLoops,
  reviews: () => [newsReviews],
}
