import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listPublished } from './console/list.ts'
import { proposePlacement } from './console/propose.ts'

export const placementsConsoleHandlers = (deps: {
  readonly db: Db
  readonly profile: RuleProfile
}): ConsoleHandlers<(typeof consoleRoutes)['placements']> => ({
  published: async () => done(await listPublished(deps.db)),
  proposePlacement: (body, { caller: by, now, requestId }) =>
    proposePlacement(deps, body, { by, now, requestId }),
})
