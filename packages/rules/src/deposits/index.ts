export { type Bounds, depositBounds, isWithin } from './bounds.ts'
export { type FundHours, fundHours } from './hours.ts'
export { depositsRules } from './limits.ts'
export {
  type LineDifference,
  type LineMatch,
  matchLine,
  type OpenDeposit,
  type StatementLine,
} from './match-line.ts'
export { depositTransitions } from './states.ts'
