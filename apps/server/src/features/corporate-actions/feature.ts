import { consoleRoutes } from '@fairlot/contract/console-routes'
import { corporateActionsRoutes } from '@fairlot/contract/corporate-actions'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import { done } from '#platform/outcome'
import type { ServerFeature } from '../server-feature.ts'
import { corporateActionsLoops } from './jobs.ts'
import { listDividends } from './list-of-stock.ts'
import { corporateActionsReviews } from './reviews.ts'
import { corporateActionsConsoleHandlers } from './routes.console.ts'

export const corporateActions: ServerFeature = {
  member: (deps) =>
    bindRoutes(corporateActionsRoutes, {
      ofStock: async ({ symbol }, { caller }) => done(await listDividends(deps, caller.memberId, symbol)),
    }),
  console: (deps) => bindConsoleRoutes(consoleRoutes.corporateActions, corporateActionsConsoleHandlers(deps)),
  loops: corporateActionsLoops,
  reviews: corporateActionsReviews,
}
