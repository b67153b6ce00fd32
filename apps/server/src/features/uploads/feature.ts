import { consoleRoutes } from '@fairlot/contract/console-routes'
import { uploadsRoutes } from '@fairlot/contract/uploads'
import { openFiles } from '#platform/files'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { FeatureDeps, ServerFeature } from '../server-feature.ts'
import { uploadsLoops } from './jobs.ts'
import { uploadsConsoleHandlers } from './routes.console.ts'
import { uploadsHandlers } from './routes.member.ts'

const withFiles = (deps: FeatureDeps) => ({ ...deps, files: openFiles(deps.config.files) })

export const uploads: ServerFeature = {
  member: (deps) => bindRoutes(uploadsRoutes, uploadsHandlers(withFiles(deps))),
  console: (deps) => bindConsoleRoutes(consoleRoutes.uploads, uploadsConsoleHandlers(withFiles(deps))),
  loops: (deps) => uploadsLoops(withFiles(deps)),
}
