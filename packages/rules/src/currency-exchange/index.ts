export {
  boundsIn,
  type Cross,
  crossOf,
  formatRate,
  midOf,
  type Mids,
  priceExchange,
  type Priced,
  rateScale,
  significant,
  twdOf,
} from './convert.ts'
export { judgeReading, mayQuoteBackup, type RateState, type Reading, stoppedNow } from './judge-reading.ts'
export { currencyExchangeRules, type CurrencyTerms, currencyTermsOf } from './limits.ts'
export { quoteSays, quoteText, type QuoteTerms } from './quote-text.ts'
export { currencyPairs, exchangeableWith, pairRefusal, type PairRefusal } from './pairs.ts'
