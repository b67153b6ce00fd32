import type { blockTradesRoutes } from '@fairlot/contract/block-trades'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { applyForBlock } from './apply.ts'
import { cancelBlock } from './decide.ts'
import type { BlockTradesDeps } from './deps.ts'
import { listApplications, listListings } from './read-listings.ts'

export const blockTradesHandlers = (deps: BlockTradesDeps): Handlers<typeof blockTradesRoutes> => ({
  listings: async (_body, { caller, now }) => done(await listListings(deps, caller.memberId, now)),
  apply: (body, { caller, now, requestId, tx, outside }) =>
    applyForBlock(tx, deps, { caller, body, now, requestId, outside }),
  applications: ({ before }, { caller, now }) => listApplications(deps, caller.memberId, before, now),
  cancel: ({ applicationId }, { caller, now, requestId, tx }) =>
    cancelBlock(tx, deps, { memberId: caller.memberId, applicationId, now, requestId }),
})
