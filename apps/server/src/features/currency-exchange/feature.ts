import { consoleRoutes } from '@fairlot/contract/console-routes'
import { currencyExchangeRoutes } from '@fairlot/contract/currency-exchange'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { currencyExchangeLoops } from './jobs.ts'
import { currencyExchangeReviews } from './reviews.ts'
import { currencyExchangeConsoleHandlers } from './routes.console.ts'
import { currencyExchangeHandlers } from './routes.member.ts'

export const currencyExchange: ServerFeature = {
  member: (deps) => bindRoutes(currencyExchangeRoutes, currencyExchangeHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.currencyExchange, currencyExchangeConsoleHandlers(deps)),
  loops: currencyExchangeLoops,
  reviews: currencyExchangeReviews,
}
