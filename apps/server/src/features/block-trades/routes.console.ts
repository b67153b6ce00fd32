import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listBlockApplications, listBlockListings } from './console/list.ts'
import type { BlockTradesDeps } from './deps.ts'
import { proposeEnd, proposeListing } from './propose.ts'

export const blockTradesConsoleHandlers = (
  deps: BlockTradesDeps,
): ConsoleHandlers<(typeof consoleRoutes)['block-trades']> => ({
  requests: (body, { now }) => listBlockApplications(deps.db, body, now),
  listed: async (_body, { now }) => done(await listBlockListings(deps, now)),
  proposeListing: (body, { caller: by, now, requestId }) =>
    proposeListing(deps, body, { by, now, requestId }),
  proposeEnd: (body, { caller: by, now, requestId }) => proposeEnd(deps, body, { by, now, requestId }),
})
