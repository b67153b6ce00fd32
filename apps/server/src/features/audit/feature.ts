import { auditRoutes } from '@fairlot/contract/audit'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { readClosures } from '#features/calendar'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { auditLoops } from './jobs.ts'
import { auditConsoleHandlers } from './routes.console.ts'
import { auditHandlers } from './routes.member.ts'

export const audit: ServerFeature = {
  member: (deps) => bindRoutes(auditRoutes, auditHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes.audit, auditConsoleHandlers(deps)),
  loops: (deps) => auditLoops({ ...deps, readClosures, often: deps.money === 'practice' }),
}
