import { consoleRoutes } from '@fairlot/contract/console-routes'
import { bindConsoleRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { statusLoops } from './jobs.ts'
import { statusConsoleHandlers } from './routes.console.ts'

export const status: ServerFeature = {
  console: (parts) => bindConsoleRoutes(consoleRoutes.status, statusConsoleHandlers(parts)),
  loops: statusLoops,
}
