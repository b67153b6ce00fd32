export {
  applyBatches,
  newSettlementCache,
  type SettlementDeps,
  type SettlementCache,
} from './apply-batches.ts'
export { askAboutCommands, commandReviews } from './commands-set-aside.ts'
export { flushSeatNets } from './flush-seat-nets.ts'
export { settlementLoops } from './jobs/loops.ts'
export { trySetAside } from './jobs/try-set-aside.ts'
export { setAsideReviews } from './reviews.ts'
export { makeSettlementMetrics } from './metrics.ts'
export { seedLendingPool } from './seed-lending-pool.ts'
export { type RunningSettlement, startSettlement } from './start-settlement.ts'
