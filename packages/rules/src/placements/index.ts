export { allot, type Allotment, type AllotmentTerms, type Applied, listText, shareOf } from './allot.ts'
export {
  type Delivery,
  deliveryOf,
  lotsRefusal,
  placementBounds,
  placementCost,
  type PlacementPhase,
  placementProblem,
  placementRefusal,
  type PlacementTerms,
} from './offer.ts'
export { placementApplicationTransitions, placementTransitions } from './states.ts'
