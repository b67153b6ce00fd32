// Allowed transitions of an offer, of what follows its end, and of an application. ../state-machines.ts lists them for
// the database; the diagrams in docs/features/new-shares.md are compared with them.

import type { OfferStage, OfferState, SubscriptionState } from '@fairlot/contract/new-shares'

/** An offer that two operators take down ends at once. */
export const offerTransitions: readonly (readonly [from: OfferState, to: OfferState])[] = [
  ['not-started', 'pending'],
  ['not-started', 'ended'],
  ['pending', 'subscribing'],
  ['pending', 'ended'],
  ['subscribing', 'ended'],
]

export const offerStageStarts: readonly OfferStage[] = ['waiting-draw', 'void']
export const offerStageTransitions: readonly (readonly [from: OfferStage, to: OfferStage])[] = [
  ['waiting-draw', 'applying'],
  ['waiting-draw', 'void'],
  ['applying', 'paying'],
  ['paying', 'settled'],
  ['settled', 'listed'],
]

/** `not-won` becomes `won` when a winner before them in the drawn order has not paid. */
export const subscriptionTransitions: readonly (readonly [from: SubscriptionState, to: SubscriptionState])[] =
  [
    ['waiting', 'won'],
    ['waiting', 'not-won'],
    ['waiting', 'cancelled'],
    ['waiting', 'void'],
    ['won', 'payment-due'],
    ['payment-due', 'paid'],
    ['payment-due', 'unpaid'],
    ['paid', 'delivered'],
    ['not-won', 'won'],
  ]
