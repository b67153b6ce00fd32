export { type AdvanceDeps, advanceOffers } from './advancing/advance-offers.ts'
export { newSharesConsoleHandlers } from './routes.console.ts'
