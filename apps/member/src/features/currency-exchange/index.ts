export { midsOf, useClockText, useRates } from './use-exchange.ts'
