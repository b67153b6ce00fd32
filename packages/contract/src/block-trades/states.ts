/** An application that its member cancels ends as rejected with the reason `cancelled`. */
export const blockStates = ['pending', 'passed', 'rejected'] as const
export type BlockState = (typeof blockStates)[number]

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
