export { positionsRules } from './limits.ts'
export {
  afterTopUp,
  callAsksOf,
  callPrice,
  callPriceOf,
  type Cover,
  coverOf,
  debtOf,
  type ForcedClose,
  forcedCloses,
  maintenance,
  ratioOf,
  type Secured,
  securingOf,
  spreadTopUp,
  topUpFor,
  type TopUpPart,
} from './maintenance.ts'
export { type ClosingRefusal, type ClosingTimes, mayClose } from './may-close.ts'
export {
  type CloseReason,
  closeReasons,
  type PositionState,
  positionStates,
  positionTransitions,
} from './states.ts'
export {
  averagePrice,
  type ClosingCosts,
  closingCosts,
  costsPaid,
  interestDue,
  marginIn,
  openPart,
  type Position,
  unrealised,
} from './valuation.ts'
