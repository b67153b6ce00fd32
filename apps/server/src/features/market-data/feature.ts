import { consoleRoutes } from '@fairlot/contract/console-routes'
import { marketDataRoutes } from '@fairlot/contract/market-data'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { newsHaltLoops } from './control/news-halts.ts'
import { marketHaltReviews, marketResumeReviews } from './control/reviews.ts'
import { marketDataConsoleHandlers } from './routes.console.ts'
import { marketDataHandlers } from './routes.member.ts'

export const marketData: ServerFeature = {
  member: (deps) => bindRoutes(marketDataRoutes, marketDataHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.marketData, marketDataConsoleHandlers(deps)),
  loops: (deps) => (deps.money === 'practice' ? newsHaltLoops(deps) : []),
  reviews: (deps) => [marketHaltReviews(deps), marketResumeReviews(deps)],
}
