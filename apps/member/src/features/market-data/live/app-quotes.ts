// The app's prices, connected to the live feed and the API. Created when the first screen shows a price.

import { call } from '#shell/client.ts'
import { appFeed } from '#shell/live/app-feed.ts'
import type { Demand } from '#shell/live/demands.ts'
import { createQuotes, type Quotes } from './quotes.ts'

const TAPE_PAGE = 50

const make = (): Quotes => {
  const made = createQuotes({
    readRows: async (symbols) => {
      const answer = await call('/market/someQuotes', { symbols: [...symbols] }, { quiet: true })
      return answer.ok ? answer.data.rows : undefined
    },
    readQuote: async (symbol) => {
      const answer = await call('/market/readQuote', { symbol }, { quiet: true })
      return answer.ok ? answer.data : undefined
    },
    readTape: async (symbol) => {
      const answer = await call('/market/listTrades', { symbol, count: TAPE_PAGE }, { quiet: true })
      return answer.ok ? answer.data.trades : undefined
    },
    requestFrame: (run) => void requestAnimationFrame(run),
  })
  appFeed().attach(made)
  return made
}

let quotes: Quotes | undefined
export const appQuotes = (): Quotes => (quotes ??= make())

/** Returns the function that ends it. */
export const watchQuotes = (demand: Demand): (() => void) => {
  appQuotes()
  return appFeed().watch(demand)
}
