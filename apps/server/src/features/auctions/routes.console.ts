import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listAuctions } from './console/list-auctions.ts'
import { proposeAuction, proposeRemoval } from './console/propose-auction.ts'

export const auctionsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['auctions']> => ({
  published: async () => done(await listAuctions(db)),
  proposeAuction: (body, { caller: by, now, requestId }) => proposeAuction(db, body, { by, now, requestId }),
  proposeRemoval: (body, { caller: by, now, requestId }) => proposeRemoval(db, body, { by, now, requestId }),
})
