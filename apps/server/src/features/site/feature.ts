import { consoleRoutes } from '@fairlot/contract/console-routes'
import { siteRoutes } from '@fairlot/contract/site'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { siteConfigReviews } from './config/reviews.ts'
import { siteConsoleHandlers } from './routes.console.ts'
import { siteHandlers } from './routes.member.ts'
import { ruleChangeReviews } from './rules/reviews.ts'

export const site: ServerFeature = {
  member: (deps) => {
    const { money, config, version } = deps
    return bindRoutes(
      siteRoutes,
      siteHandlers({ ...deps, facts: { money, operator: config.operator, version } }),
    )
  },
  console: (deps) => bindConsoleRoutes(consoleRoutes.site, siteConsoleHandlers(deps)),
  reviews: ({ profile }) => [ruleChangeReviews(profile), siteConfigReviews],
}
