export { decideApplication, type Decision } from './applying/decide-application.ts'
export {
  type CoverDeps,
  coverDayTrades,
  type CoverOrder,
  type CoverOrders,
} from './covering/cover-day-trades.ts'
export { countDayTrades } from './jobs.ts'
