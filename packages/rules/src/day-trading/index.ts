export {
  breakEven,
  coverCosts,
  type CoverCosts,
  type OpenDayTrade,
  resultAt,
  resultsAround,
  type TickResult,
} from './break-even.ts'
export { type CoverStep, coverStep, type CoverTimes } from './cover.ts'
export { dayTradingRules } from './limits.ts'
export { dayTradingQuota, type Experience, meetsConditions } from './quota.ts'
export {
  applicationBegins,
  type ApplicationState,
  applicationStates,
  applicationTransitions,
} from './states.ts'
