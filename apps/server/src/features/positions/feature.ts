import { consoleRoutes } from '@fairlot/contract/console-routes'
import { positionsRoutes } from '@fairlot/contract/positions'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { positionsLoops } from './jobs.ts'
import { positionsConsoleHandlers } from './routes.console.ts'
import { positionsHandlers } from './routes.member.ts'

export const positions: ServerFeature = {
  member: (deps) => bindRoutes(positionsRoutes, positionsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.positions, positionsConsoleHandlers(deps)),
  loops: positionsLoops,
}
