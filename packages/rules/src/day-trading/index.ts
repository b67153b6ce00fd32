export { dayTradingRules } from './limits.ts'
