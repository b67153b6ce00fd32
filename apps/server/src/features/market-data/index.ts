export { marketDataHandlers, type MarketDataDeps } from './routes.member.ts'
