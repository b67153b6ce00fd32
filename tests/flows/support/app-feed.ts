// The app's feed with its prices, as the app connects them; the test is the browser.

import { createQuotes, type QuotesHost } from '../../../apps/member/src/features/market-data/live/quotes.ts'
import { createFeed, type FeedHost } from '../../../apps/member/src/shell/live/feed.ts'
import { readFrame } from '../../../apps/member/src/shell/live/read-frame.ts'

export type AppFeed = ReturnType<typeof createAppFeed>

export function createAppFeed(host: Omit<FeedHost, 'readFrame'> & QuotesHost) {
  const feed = createFeed({ ...host, readFrame })
  const quotes = createQuotes(host)
  feed.attach(quotes)
  return { ...quotes, ...feed }
}
