export { type Gateway, openGateway } from './gateway/gateway.ts'
export { marketDataHandlers, type MarketDataDeps } from './routes.member.ts'
export { type RunningQuotes, startQuotes } from './quotes/start-quotes.ts'
