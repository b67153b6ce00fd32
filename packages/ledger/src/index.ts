export { balanceOf, balancesOf, balancesOfOwner, type Balance } from './balances.ts'
export {
  chart,
  clearing,
  fees,
  freeTwin,
  heldTwin,
  houseAccounts,
  isShares,
  lending,
  member,
  partsOf,
  practiceGrant,
  seat,
  stock,
  suspense,
  tax,
  type AccountCode,
  type AccountParts,
  type Asset,
  type ChartRow,
  type OwnerKind,
  type SettlementDate,
} from './chart.ts'
export {
  assertEntry,
  entry,
  holdKey,
  LARGEST_AMOUNT,
  type Entry,
  type EntryBuilder,
  type EntryHead,
  type Line,
} from './entry.ts'
export type { Executor } from './executor.ts'
export {
  capture,
  findHold,
  hold,
  openHolds,
  openHoldsById,
  release,
  releaseRemaining,
  type Hold,
  type HoldRequest,
  type OpenHold,
} from './hold.ts'
export {
  balancesAt,
  changesSince,
  firstLineOf,
  ownEntry,
  positionOf,
  sumsSince,
  type Change,
  type FirstLine,
  type OwnEntry,
  type OwnLine,
} from './history.ts'
export { ledgerRefusals, type LedgerRefusal, type Posted, type PostOutcome, type Refused } from './outcome.ts'
export { post, postMany } from './post.ts'
export { createPostingQueue, type PostingQueue, type PostingQueueOptions } from './posting-queue.ts'
export { reverse } from './reverse.ts'
export {
  isStatementCursor,
  statement,
  type StatementLine,
  type StatementPage,
  type StatementRequest,
} from './statement.ts'
export {
  checkpoint,
  ensurePartitions,
  forget,
  trialBalance,
  trialBalanceBefore,
  type Checkpoint,
  type TrialLine,
} from './maintenance.ts'
