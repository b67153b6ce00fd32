import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listPublished } from './console/list.ts'
import { proposeCancel, proposeDividend, proposeSplit } from './console/propose.ts'
import type { ProposeDeps } from './deps.ts'

export const corporateActionsConsoleHandlers = (
  deps: ProposeDeps,
): ConsoleHandlers<(typeof consoleRoutes)['corporateActions']> => ({
  published: async () => done(await listPublished(deps.db)),
  proposeDividend: (body, { caller: by, now, requestId }) =>
    proposeDividend(deps, body, { by, now, requestId }),
  proposeSplit: (body, { caller: by, now, requestId }) => proposeSplit(deps, body, { by, now, requestId }),
  proposeCancel: (body, { caller: by, now, requestId }) =>
    proposeCancel(deps.db, body, { by, now, requestId }),
})
