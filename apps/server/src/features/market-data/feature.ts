import { consoleRoutes } from '@fairlot/contract/console-routes'
import { marketDataRoutes } from '@fairlot/contract/market-data'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { newsHaltLoops } from './control/news-halts.ts'
import { marketHaltReviews, marketResumeReviews } from './control/reviews.ts'
import { marketDataConsoleHandlers } from './routes.console.ts'
import { marketDataHandlers } from './routes.member.ts'

export const marketData: ServerFeature = {
  member: (parts) => bindRoutes(marketDataRoutes, marketDataHandlers(parts)),
  console: (parts) => bindConsoleRoutes(consoleRoutes.marketData, marketDataConsoleHandlers(parts)),
  loops: (parts) => (parts.money === 'practice' ? newsHaltLoops(parts) : []),
  reviews: (parts) => [marketHaltReviews(parts), marketResumeReviews(parts)],
}
