export { limitsOf, type DailyLimits } from './daily-limits.ts'
export { lotSize, mostLots } from './lots.ts'
export { mostFound } from './search.ts'
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
