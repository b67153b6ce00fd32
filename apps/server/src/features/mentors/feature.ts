import { consoleRoutes } from '@fairlot/contract/console-routes'
import { mentorsRoutes } from '@fairlot/contract/mentors'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { mentorsLoops } from './jobs.ts'
import { mentorsReviews } from './reviews.ts'
import { mentorsConsoleHandlers } from './routes.console.ts'
import { mentorsHandlers } from './routes.member.ts'

export const mentors: ServerFeature = {
  member: (deps) => bindRoutes(mentorsRoutes, mentorsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.mentors, mentorsConsoleHandlers(deps)),
  loops: mentorsLoops,
  reviews: mentorsReviews,
}
