export {
  auctionBounds,
  auctionProblem,
  type AuctionOffer,
  bidRefusal,
  capLotsOf,
  ceilingFor,
  ceilingProblem,
  depositOf,
} from './auction.ts'
export { type PriceBand, priceBands, type PriceLevel } from './bands.ts'
export { auctionsRules } from './limits.ts'
export { auctionTransitions, bidTransitions } from './states.ts'
