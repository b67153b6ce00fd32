export {
  allocate,
  type AllocatedLine,
  type Allocation,
  type BlockFills,
  buyFee,
  parentOrders,
  type PlannedLine,
  saleCosts,
  valueOf,
} from './allocate.ts'
export { type BlockBreach, blockBreach } from './breaches.ts'
export {
  blockListText,
  type CopyLineRecord,
  copyLineText,
  maxListed,
  readCopyLine,
  recomputeLine,
} from './evidence.ts'
export { dayOrderText } from './day-order.ts'
export { copyTradingRules, isCopyOpen, leadRules } from './limits.ts'
export { followerMedianBp, minFollowersShown } from './median.ts'
export { productBounds, productProblem, type ProductTerms } from './product.ts'
export {
  type FollowerMoney,
  type MentorPurchase,
  purchaseCost,
  purchaseShares,
  saleShares,
  sharesFor,
} from './scale.ts'
export { copyBlockTransitions, copyStarts, copyTransitions } from './states.ts'
export {
  type CopySettings,
  type FollowFacts,
  amountRefusal,
  followRefusal,
  type FollowRefusal,
  isStopLossReached,
  resultOf,
  settingsProblem,
  shareRoom,
  suitabilityOf,
} from './suitability.ts'
