export { limitsOf, type DailyLimits } from './daily-limits.ts'
export {
  dailyKeptDays,
  dailyKinds,
  type Dividend,
  type Earnings,
  type FundamentalKind,
  type Fundamentals,
  type Institutions,
  type MarginBalances,
  type Revenue,
  type Valuation,
} from './fundamentals.ts'
export { isOddLot, lotSize, maxLots, maxOddShares, splitLots } from './lots.ts'
export { maxFound } from './search.ts'
export {
  ceilToTick,
  floorToTick,
  highestPrice,
  isOnTick,
  stepPrice,
  tickAt,
  tickTable,
  type TickBand,
} from './ticks.ts'
