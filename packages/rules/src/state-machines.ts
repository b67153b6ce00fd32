// Every state machine of the product. `npm run schema` writes database/states.sql from this list; one trigger function
// (app.check_transition) refuses every other step. The diagrams in the docs are compared with the same tables.

import { auctionTransitions, bidTransitions } from './auctions/states.ts'
import { recoveryTransitions } from './auth/recovery-states.ts'
import { bankAccountTransitions } from './bank-accounts/states.ts'
import { suspenseTransitions } from './bank-statements/states.ts'
import { blockApplicationTransitions, blockListingTransitions } from './block-trades/states.ts'
import { copyBlockTransitions, copyStarts, copyTransitions } from './copy-trading/states.ts'
import { corporateActionTransitions } from './corporate-actions/states.ts'
import { couponTransitions } from './coupons/states.ts'
import { creditCallTransitions, creditTransitions } from './credit/states.ts'
import { applicationBegins, applicationTransitions } from './day-trading/states.ts'
import { depositTransitions } from './deposits/states.ts'
import { drawTransitions } from './draws/states.ts'
import { identityTransitions } from './identity/transitions.ts'
import { appealTransitions } from './members/check-appeal.ts'
import { mentorApplicationTransitions, mentorTransitions } from './mentors/states.ts'
import { reviewTransitions } from './operators/reviews.ts'
import {
  offerStageStarts,
  offerStageTransitions,
  offerTransitions,
  subscriptionTransitions,
} from './new-shares/states.ts'
import { orderTransitions } from './orders/states.ts'
import { placementApplicationTransitions, placementTransitions } from './placements/states.ts'
import { positionTransitions } from './positions/states.ts'
import { planTransitions, runTransitions } from './savings-plans/states.ts'
import { supportTransitions } from './support/states.ts'
import { payoutTransitions, withdrawalTransitions } from './withdrawals/states.ts'

export interface StateMachine {
  readonly name: string
  /** The states a row may start in. Undefined: only a function of the database inserts rows. */
  readonly starts?: readonly string[]
  readonly transitions: readonly (readonly [from: string, to: string])[]
}

export const stateMachines: readonly StateMachine[] = [
  { name: 'appeal', starts: ['pending'], transitions: appealTransitions },
  { name: 'auction', starts: ['not-started'], transitions: auctionTransitions },
  { name: 'bank-account', starts: ['pending'], transitions: bankAccountTransitions },
  { name: 'bid', starts: ['sealed'], transitions: bidTransitions },
  { name: 'block-application', starts: ['pending'], transitions: blockApplicationTransitions },
  { name: 'block-listing', starts: ['open'], transitions: blockListingTransitions },
  { name: 'copy', starts: copyStarts, transitions: copyTransitions },
  { name: 'copy-block', starts: ['preparing'], transitions: copyBlockTransitions },
  { name: 'corporate-action', starts: ['announced'], transitions: corporateActionTransitions },
  { name: 'coupon', starts: ['available'], transitions: couponTransitions },
  { name: 'credit-call', starts: ['open', 'forced'], transitions: creditCallTransitions },
  { name: 'credit-increase', starts: ['pending'], transitions: creditTransitions },
  { name: 'credit-loan', starts: ['pending'], transitions: creditTransitions },
  { name: 'day-trading-application', starts: applicationBegins, transitions: applicationTransitions },
  { name: 'deposit', starts: ['pending'], transitions: depositTransitions },
  { name: 'draw', starts: ['committed'], transitions: drawTransitions },
  {
    name: 'identity',
    starts: ['under-review'],
    // A member without a row is unverified.
    transitions: identityTransitions.filter(([from]) => from !== 'unverified'),
  },
  { name: 'mentor', starts: ['active'], transitions: mentorTransitions },
  { name: 'mentor-application', starts: ['pending'], transitions: mentorApplicationTransitions },
  { name: 'offer', starts: ['not-started'], transitions: offerTransitions },
  { name: 'offer-stage', starts: offerStageStarts, transitions: offerStageTransitions },
  { name: 'order', transitions: orderTransitions },
  { name: 'payout', starts: ['queued'], transitions: payoutTransitions },
  { name: 'placement', starts: ['open'], transitions: placementTransitions },
  { name: 'placement-application', starts: ['waiting'], transitions: placementApplicationTransitions },
  { name: 'position', transitions: positionTransitions },
  { name: 'recovery-request', starts: ['pending'], transitions: recoveryTransitions },
  { name: 'review', transitions: reviewTransitions },
  { name: 'savings-plan', starts: ['active'], transitions: planTransitions },
  { name: 'savings-run', starts: ['ordered', 'skipped'], transitions: runTransitions },
  { name: 'subscription', starts: ['waiting'], transitions: subscriptionTransitions },
  { name: 'support-thread', starts: ['waiting'], transitions: supportTransitions },
  { name: 'suspense-item', starts: ['held'], transitions: suspenseTransitions },
  { name: 'withdrawal', starts: ['pending'], transitions: withdrawalTransitions },
]
