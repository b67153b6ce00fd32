import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listOffers, listUnqualified } from './console/list-offers.ts'
import { proposeOffer, proposeRemoval } from './console/propose-offer.ts'

export const newSharesConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['newShares']> => ({
  published: async () => done(await listOffers(db)),
  unqualified: ({ offerId, after }) => listUnqualified(db, offerId, after),
  proposeOffer: (body, { caller: by, now, requestId }) => proposeOffer(db, body, { by, now, requestId }),
  proposeRemoval: (body, { caller: by, now, requestId }) => proposeRemoval(db, body, { by, now, requestId }),
})
