import type { newSharesRoutes } from '@fairlot/contract/new-shares'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { applyForShares } from './apply.ts'
import { cancelApplication } from './cancel-application.ts'
import type { NewSharesDeps } from './deps.ts'
import { payApplication } from './pay-application.ts'
import { readOffers, readOneOffer } from './read-offers.ts'
import { readRecords } from './read-records.ts'

export const newSharesHandlers = (deps: NewSharesDeps): Handlers<typeof newSharesRoutes> => ({
  offers: async ({ view }, { caller }) => done(await readOffers(deps, caller.memberId, view)),
  offer: ({ offerId }, { caller }) => readOneOffer(deps, caller.memberId, offerId),
  apply: (body, { caller, now, requestId, tx, outside }) =>
    applyForShares(tx, deps, { caller, body, now, requestId, outside }),
  cancel: ({ applicationId }, { caller: { memberId }, now, requestId, tx }) =>
    cancelApplication(tx, deps, { memberId, applicationId, now, requestId }),
  pay: ({ applicationId }, { caller: { memberId }, now, requestId, tx }) =>
    payApplication(tx, deps, { memberId, applicationId, now, requestId }),
  records: ({ view, before }, { caller }) => readRecords(deps.db, caller.memberId, view, before),
})
