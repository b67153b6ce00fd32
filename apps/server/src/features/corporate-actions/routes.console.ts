import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listPublished } from './console/list.ts'
import { proposeDividend } from './console/propose.ts'
import type { ProposeDeps } from './deps.ts'

export const corporateActionsConsoleHandlers = (
  deps: ProposeDeps,
): ConsoleHandlers<(typeof consoleRoutes)['corporateActions']> => ({
  published: async () => done(await listPublished(deps.db)),
  proposeDividend: (body, { caller: by, now, requestId }) =>
    proposeDividend(deps, body, { by, now, requestId }),
})
