import { type RequestState, requestStates } from '../fund-requests/states.ts'

export const blockStates = requestStates
export type BlockState = RequestState

/** A closing listing takes no application; its shares go back when every application is decided. */
export const blockListingStates = ['open', 'closing', 'closed'] as const
export type BlockListingState = (typeof blockListingStates)[number]

export const blockRejections = [
  'seller-withdrew',
  'price-out-of-range',
  'not-confirmed',
  'suspected-takeover',
  'market-conduct',
  'cancelled',
  'expired',
] as const
export type BlockRejection = (typeof blockRejections)[number]
