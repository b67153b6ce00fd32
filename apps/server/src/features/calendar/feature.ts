import { calendarRoutes } from '@fairlot/contract/calendar'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { listNewShares } from '#features/new-shares'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { calendarLoops } from './jobs.ts'
import { closureReviews } from './reviews.ts'
import { calendarConsoleHandlers } from './routes.console.ts'
import { calendarHandlers } from './routes.member.ts'

export const calendar: ServerFeature = {
  member: (deps) => bindRoutes(calendarRoutes, calendarHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.calendar, calendarConsoleHandlers(deps)),
  loops: (deps) => calendarLoops({ ...deps, listNew: (now) => listNewShares(deps.db, deps.money, now) }),
  reviews: () => [closureReviews],
}
