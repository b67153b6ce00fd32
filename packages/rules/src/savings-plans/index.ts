export {
  buysAt,
  dueFrom,
  lastPlanDay,
  movedOn,
  nextPlanDate,
  planDate,
  planDaysOf,
  type PlanCalendar,
} from './dates.ts'
export { type SavingsTerms, savingsPlansRules, savingsTermsOf } from './limits.ts'
export { isPlanAmount, type PriceDay, type Purchase, purchaseFor } from './purchase.ts'
export { planTransitions, runTransitions } from './states.ts'
