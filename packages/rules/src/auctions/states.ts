// Allowed transitions of an auction and of a bid. ../state-machines.ts lists them for the database; the diagrams in
// docs/features/auctions.md are compared with them.

import type { AuctionState, BidState } from '@fairlot/contract/auctions'

/** After the close no operator can stop an auction. */
export const auctionTransitions: readonly (readonly [from: AuctionState, to: AuctionState])[] = [
  ['not-started', 'bidding'],
  ['not-started', 'void'],
  ['bidding', 'closed'],
  ['bidding', 'void'],
  ['closed', 'opened'],
  ['opened', 'cleared'],
  ['cleared', 'paying'],
  ['paying', 'settled'],
  ['settled', 'listed'],
]

export const bidTransitions: readonly (readonly [from: BidState, to: BidState])[] = [
  ['sealed', 'cancelled'],
  ['sealed', 'void'],
  ['sealed', 'invalid'],
  ['sealed', 'not-won'],
  ['sealed', 'payment-due'],
  ['payment-due', 'paid'],
  ['paid', 'delivered'],
  ['payment-due', 'forfeited'],
]
