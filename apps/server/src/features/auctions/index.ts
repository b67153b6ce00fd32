export { type AdvanceDeps, advanceAuctions } from './advancing/advance-auctions.ts'
export { auctionsConsoleHandlers } from './routes.console.ts'
