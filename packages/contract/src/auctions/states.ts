/**
 * `closed`: the list of fingerprints is signed. `opened`: the round has appeared, bids are being opened. `cleared`: the
 * lots are given, money is being booked. `settled`: every winner has paid or forfeited. `listed`: every paid lot is
 * delivered. `void`: everything goes back.
 */
export const auctionStates = [
  'not-started',
  'bidding',
  'closed',
  'opened',
  'cleared',
  'paying',
  'settled',
  'listed',
  'void',
] as const
export type AuctionState = (typeof auctionStates)[number]

export const bidStates = [
  'sealed',
  'cancelled',
  'void',
  'invalid',
  'not-won',
  'payment-due',
  'paid',
  'delivered',
  'forfeited',
] as const
export type BidState = (typeof bidStates)[number]

/** Why a bid was taken out with a full refund. */
export const bidVoidReasons = ['removed', 'not-listed', 'restricted', 'related-person'] as const
export type BidVoidReason = (typeof bidVoidReasons)[number]

/** Why an opened bid takes no part; packages/proof says what each means. */
export const bidProblemCodes = ['sealed', 'price', 'lots', 'ceiling'] as const

/** Tabs of the member's list. */
export const auctionViews = ['open', 'waiting', 'opened'] as const
export type AuctionView = (typeof auctionViews)[number]

/** Tabs of the member's positions: bids before their opening, won lots, and all others. */
export const bidViews = ['waiting', 'won', 'ended'] as const
export type BidView = (typeof bidViews)[number]

/** Bids in one answer of `/auctions/book`. */
export const bidsPerPage = 500
