export { tidyCurrencies } from './jobs.ts'
export { sourcesOf } from './rates/sources-of.ts'
export { type RateSources, updateRates } from './rates/update-rates.ts'
export { currencyExchangeConsoleHandlers } from './routes.console.ts'
export {
  readMidsAt,
  readValuationRates,
  sumForeignPaid,
  sumForeignPayments,
  type ValuationRate,
} from './store.ts'
