export { openQuoteCache } from './live-quotes/quote-cache.ts'
export { quotesLoops } from './quotes/jobs.ts'
export { type RunningQuotes, startQuotes } from './quotes/start-quotes.ts'
export { marketHaltReviews, marketResumeReviews } from './control/reviews.ts'
