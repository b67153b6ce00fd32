export { addTrade, type CandleBody, candleOfTrade, joinCandles, type TimedCandle } from './candle.ts'
export { changeOf, compareChanges, limitOf, percentOf, type Priced } from './change.ts'
export { compare, type Compared } from './compare.ts'
export { macdOf, sessionVwap, wilderRsi } from './indicators.ts'
export { INDEX_BASE, type IndexMember, type IndexRule, indexRules, indexValue } from './indices.ts'
export { marketDataRules } from './limits.ts'
export {
  type CandlePeriod,
  candlePeriods,
  dateStart,
  gather,
  isMinutePeriod,
  minutesIn,
  minuteStart,
  periodStart,
} from './periods.ts'
export { type Breadth, breadthOf, rank, type Ranked } from './rankings.ts'
export {
  isEmptyScreen,
  lacksFigures,
  matchesScreen,
  type Range,
  type Screen,
  screenNameFrom,
} from './screens.ts'
export { type Sector, sectorsOf } from './sectors.ts'
