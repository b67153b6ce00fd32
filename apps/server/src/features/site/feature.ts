import { consoleRoutes } from '@fairlot/contract/console-routes'
import { siteRoutes } from '@fairlot/contract/site'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { siteConfigReviews } from './config/reviews.ts'
import { siteConsoleHandlers } from './routes.console.ts'
import { siteHandlers } from './routes.member.ts'
import { ruleChangeReviews } from './rules/reviews.ts'

export const site: ServerFeature = {
  member: (parts) => {
    const { money, config, version } = parts
    return bindRoutes(
      siteRoutes,
      siteHandlers({ ...parts, facts: { money, operator: config.operator, version } }),
    )
  },
  console: (parts) => bindConsoleRoutes(consoleRoutes.site, siteConsoleHandlers(parts)),
  reviews: ({ profile }) => [ruleChangeReviews(profile), siteConfigReviews],
}
