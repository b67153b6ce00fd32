export { newSharesRules } from './limits.ts'
export {
  applyRefusal,
  chanceOf,
  drawTimes,
  offerBounds,
  type OfferPhase,
  offerProblem,
  type OfferTerms,
  placesOf,
  sharesRefusal,
  type SubscriptionCost,
  subscriptionCost,
} from './offer.ts'
export { practiceCompanies, practiceNumber, practiceOffer, type PracticeOffer } from './practice-offers.ts'
export {
  offerStageStarts,
  offerStageTransitions,
  offerTransitions,
  subscriptionTransitions,
} from './states.ts'
