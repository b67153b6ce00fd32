import { consoleRoutes } from '@fairlot/contract/console-routes'
import { bindConsoleRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { statusLoops } from './jobs.ts'
import { statusConsoleHandlers } from './routes.console.ts'

export const status: ServerFeature = {
  console: (deps) => bindConsoleRoutes(consoleRoutes.status, statusConsoleHandlers(deps)),
  loops: statusLoops,
}
