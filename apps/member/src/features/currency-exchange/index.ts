export { currencyExchangeTexts } from './texts/index.ts'
export { useClockText } from './use-exchange.ts'
