export {
  type ConditionalDeps,
  endConditionalsOf,
  type EndDeps,
  watchConditionals,
} from './conditional/index.ts'
export { coverOrders } from './cover-orders.ts'
export type { OrderDeps, OrdersDeps } from './deps.ts'
export { holdId } from './hold-id.ts'
export { cancelBySystem } from './leg-orders.ts'
export { readMemberFigures } from './member-figures.ts'
export { lockTrading } from './conditional/entry/store.ts'
export { readMarketDay } from './market-day.ts'
export { type CopyOrder, type LeadOrder, placeCopyOrders } from './place-copy-orders.ts'
export { placePlanOrders, type PlanOrder } from './place-plan-orders.ts'
export { placeSystemOrder, type SystemOrder, type SystemPlaced } from './place-system-order.ts'
export { type Sale, sellPosition } from './sell-position.ts'
export { ensureOrderMonths } from './store.ts'
export { surveillanceReviews } from './surveillance/reviews.ts'
export { watchPairs } from './surveillance/watch-pairs.ts'
export { currentTerms, type NamedTerms } from './terms/current-terms.ts'
export { wakeAfterCommit } from './waking.ts'
export { addStep, type Step, type TimelineHead } from './step-chain.ts'
