import { consoleRoutes } from '@fairlot/contract/console-routes'
import { supportRoutes } from '@fairlot/contract/support'
import { openFiles } from '#platform/files'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { supportLoops } from './jobs.ts'
import { supportConsoleHandlers } from './routes.console.ts'
import { supportHandlers } from './routes.member.ts'
import { openStatistics } from './statistics.ts'

export const support: ServerFeature = {
  member: (deps) => bindRoutes(supportRoutes, supportHandlers({ ...deps, statistics: openStatistics() })),
  console: (deps) =>
    bindConsoleRoutes(
      consoleRoutes.support,
      supportConsoleHandlers({
        ...deps,
        statistics: openStatistics(),
        files: openFiles(deps.config.files),
      }),
    ),
  loops: supportLoops,
}
