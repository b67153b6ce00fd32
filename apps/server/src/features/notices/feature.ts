import { consoleRoutes } from '@fairlot/contract/console-routes'
import { noticesRoutes } from '@fairlot/contract/notices'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { noticesLoops } from './jobs.ts'
import { noticeReviews } from './reviews.ts'
import { noticesConsoleHandlers } from './routes.console.ts'
import { noticesHandlers } from './routes.member.ts'

export const notices: ServerFeature = {
  member: (parts) =>
    bindRoutes(noticesRoutes, noticesHandlers({ ...parts, pushOrigins: parts.config.pushOrigins })),
  console: (parts) => bindConsoleRoutes(consoleRoutes.notices, noticesConsoleHandlers(parts)),
  loops: (parts) => noticesLoops({ ...parts, publicOrigin: parts.config.publicOrigin }),
  reviews: () => [noticeReviews],
}
