export type { MarketFacts, PositionsDeps } from './deps.ts'
export { positionsHandlers } from './routes.member.ts'
export { type HeldValues, valueHoldings } from './value-holdings.ts'
