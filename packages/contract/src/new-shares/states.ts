/** `pending`: announced with the draw's commitment, not open yet. `ended`: no applications any more; `stage` says more. */
export const offerStates = ['not-started', 'pending', 'subscribing', 'ended'] as const
export type OfferState = (typeof offerStates)[number]

/**
 * After the end: waits for the draw, results are being booked, winners pay, waits for the listing, listed with every share
 * delivered; or void and refunded.
 */
export const offerStages = ['waiting-draw', 'applying', 'paying', 'settled', 'listed', 'void'] as const
export type OfferStage = (typeof offerStages)[number]

export const subscriptionStates = [
  'waiting',
  'won',
  'payment-due',
  'paid',
  'delivered',
  'unpaid',
  'not-won',
  'cancelled',
  'void',
] as const
export type SubscriptionState = (typeof subscriptionStates)[number]

/** `prepaid` holds the price at the application; `on_win` holds the fee only, and winners pay later. */
export const paymentModes = ['prepaid', 'on_win'] as const
export type PaymentMode = (typeof paymentModes)[number]

/** Why an application takes no part in the draw. The last two are found at the close. */
export const voidReasons = ['draw-void', 'removed', 'restricted', 'related-person'] as const
export type VoidReason = (typeof voidReasons)[number]

/** Tabs of the member's list. */
export const offerViews = ['open', 'waiting', 'drawn'] as const
export type OfferView = (typeof offerViews)[number]

/** Tabs of the member's records: all applications, and those that were drawn. */
export const recordViews = ['applications', 'draws'] as const
export type RecordView = (typeof recordViews)[number]
