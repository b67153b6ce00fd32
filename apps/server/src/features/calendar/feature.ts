import { calendarRoutes } from '@fairlot/contract/calendar'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { passExDates, type Waits } from '#features/corporate-actions'
import { openBeaconClient } from '#features/draws'
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
  loops: (deps) => {
    const { chain, relays, fallback } = deps.config.beacon
    const waits: Waits = new Map()
    return calendarLoops({
      ...deps,
      openingBeacon: { chain, client: openBeaconClient(relays) },
      openingFallback: fallback && { chain: fallback.chain, client: openBeaconClient(fallback.relays) },
      listNew: (now) => listNewShares(deps.db, deps.money, now),
      passExDates: (opening) => passExDates(deps, waits, opening),
    })
  },
  reviews: () => [closureReviews],
}
