import { consoleRoutes } from '@fairlot/contract/console-routes'
import { uploadsRoutes } from '@fairlot/contract/uploads'
import { openFiles } from '#platform/files'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { FeatureParts, ServerFeature } from '../server-feature.ts'
import { uploadsLoops } from './jobs.ts'
import { uploadsConsoleHandlers } from './routes.console.ts'
import { uploadsHandlers } from './routes.member.ts'

const withFiles = (parts: FeatureParts) => ({ ...parts, files: openFiles(parts.config.files) })

export const uploads: ServerFeature = {
  member: (parts) => bindRoutes(uploadsRoutes, uploadsHandlers(withFiles(parts))),
  console: (parts) => bindConsoleRoutes(consoleRoutes.uploads, uploadsConsoleHandlers(withFiles(parts))),
  loops: (parts) => uploadsLoops(withFiles(parts)),
}
