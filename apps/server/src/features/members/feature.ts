import { consoleRoutes } from '@fairlot/contract/console-routes'
import { membersRoutes } from '@fairlot/contract/members'
import { openReview } from '#features/operators'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { memberReviews } from './reviews.ts'
import { membersConsoleHandlers } from './routes.console.ts'
import { membersHandlers } from './routes.member.ts'

export const members: ServerFeature = {
  member: (deps) =>
    bindRoutes(
      membersRoutes,
      membersHandlers({
        ...deps,
        openReview,
      }),
    ),
  console: (deps) => bindConsoleRoutes(consoleRoutes.members, membersConsoleHandlers(deps)),
  reviews: memberReviews,
}
