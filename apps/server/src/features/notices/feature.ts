import { consoleRoutes } from '@fairlot/contract/console-routes'
import { noticesRoutes } from '@fairlot/contract/notices'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { noticesLoops } from './jobs.ts'
import { noticeReviews } from './reviews.ts'
import { noticesConsoleHandlers } from './routes.console.ts'
import { noticesHandlers } from './routes.member.ts'

export const notices: ServerFeature = {
  member: (deps) =>
    bindRoutes(noticesRoutes, noticesHandlers({ ...deps, pushOrigins: deps.config.pushOrigins })),
  console: (deps) => bindConsoleRoutes(consoleRoutes.notices, noticesConsoleHandlers(deps)),
  loops(deps) {
    const { publicOrigin, pushOrigins } = deps.config
    return noticesLoops({ ...deps, publicOrigin, pushOrigins })
  },
  reviews: () => [noticeReviews],
}
