import type { auctionsRoutes } from '@fairlot/contract/auctions'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { cancelBid, payBid } from './act-on-bid.ts'
import type { AuctionDeps } from './deps.ts'
import { readAuctions, readBids, readOneAuction } from './read-auctions.ts'
import { readBook } from './read-book.ts'
import { sendBid } from './send-bid.ts'

export const auctionsHandlers = (deps: AuctionDeps): Handlers<typeof auctionsRoutes> => ({
  list: async ({ view }, { caller }) => done(await readAuctions(deps, caller.memberId, view)),
  detail: ({ auctionId }, { caller }) => readOneAuction(deps, caller.memberId, auctionId),
  bids: ({ view, before }, { caller }) => readBids(deps, caller.memberId, view, before),
  bid: (body, { caller, now, requestId, tx, outside }) =>
    sendBid(tx, deps, { caller, body, now, requestId, outside }),
  cancel: ({ bidId }, { caller: { memberId }, now, requestId, tx }) =>
    cancelBid(tx, deps, { memberId, bidId, now, requestId }),
  pay: ({ bidId }, { caller: { memberId }, now, requestId, tx }) =>
    payBid(tx, deps, { memberId, bidId, now, requestId }),
  book: ({ auctionId, from }) => readBook(deps.db, auctionId, from),
})
