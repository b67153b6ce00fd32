export { type FundHours, fundHours } from './hours.ts'
export { fundRequestsRules } from './limits.ts'
