import { consoleRoutes } from '@fairlot/contract/console-routes'
import { savingsPlansRoutes } from '@fairlot/contract/savings-plans'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { savingsPlansLoops } from './jobs.ts'
import { savingsPlansConsoleHandlers } from './routes.console.ts'
import { savingsPlansHandlers } from './routes.member.ts'

export const savingsPlans: ServerFeature = {
  member: (deps) => bindRoutes(savingsPlansRoutes, savingsPlansHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.savingsPlans, savingsPlansConsoleHandlers(deps)),
  loops: savingsPlansLoops,
}
