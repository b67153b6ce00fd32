import { defineRules } from '../rule.ts'

export const auctionsRules = defineRules({
  fee: {
    id: 'auction.bidFee',
    default: 40_000,
    min: 100,
    max: 40_000,
    unit: 'minor',
    reason:
      'Processing fee of a bid, also of one that is cancelled or changed. Refunded when the auction is void.',
  },
  deposit: {
    id: 'auction.deposit',
    default: 5_000,
    min: 1_000,
    max: 9_000,
    unit: 'bp',
    reason: 'Held from the ceiling of a bid. Winners who do not pay in time lose this part of what they won.',
  },
  minLots: {
    id: 'auction.minLots',
    default: 1,
    min: 1,
    max: 100,
    unit: 'lots',
    reason: 'The smallest bid, unless the auction says otherwise.',
  },
  maxShare: {
    id: 'auction.maxShare',
    default: 1_000,
    min: 100,
    max: 10_000,
    unit: 'bp',
    reason: 'The largest part of an auction that one person can get, as the exchange says.',
  },
  maxBids: {
    id: 'auction.maxBids',
    default: 20,
    min: 1,
    max: 100,
    unit: 'count',
    reason: 'Bids of one person in one auction, cancelled ones included.',
  },
  ceilingStep: {
    id: 'auction.ceilingStep',
    default: 1_000_000,
    min: 100,
    max: 100_000_000,
    unit: 'minor',
    reason: 'Ceilings are multiples of this amount, so that a ceiling does not give the price of a bid away.',
  },
})
