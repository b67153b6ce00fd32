export { decideApplication, type Decision } from './applying/decide-application.ts'
export {
  type CoverDeps,
  coverDayTrades,
  type CoverOrder,
  type CoverOrders,
} from './covering/cover-day-trades.ts'
export { countDayTrades, dayTradingLoops } from './jobs.ts'
export { dayTradingReviews } from './reviews.ts'
export { dayTradingHandlers, type DayTradingDeps } from './routes.member.ts'
