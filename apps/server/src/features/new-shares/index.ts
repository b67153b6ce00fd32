export { type AdvanceDeps, advanceOffers } from './advancing/advance-offers.ts'
export { listNewShares } from './list-new-shares.ts'
export { newSharesConsoleHandlers } from './routes.console.ts'
