export { limitsOf, type DailyLimits } from './daily-limits.ts'
export { lotSize, maxLots } from './lots.ts'
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
