// The app's feed, connected to the browser, the session and the API. Created when the first screen needs it.

import { LIVE_PATH } from '@fairlot/contract/market-data/feed'
import { call } from '#shell/client.ts'
import { currentSession, onSessionEnd } from '#shell/session.ts'
import { createFeed, type LiveFeed } from './feed.ts'

const TAPE_PAGE = 50

const make = (): LiveFeed => {
  const feed = createFeed({
    openSocket: () => new WebSocket(`${location.origin.replace(/^http/, 'ws')}${LIVE_PATH}`),
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    token: () => currentSession()?.token,
    ticket: async () => {
      const answer = await call('/market/openFeed', {}, { quiet: true })
      return answer.ok ? answer.data.ticket : undefined
    },
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
    random: () => Math.random(),
    now: () => performance.now(),
    date: () => Date.now(),
  })
  document.addEventListener('visibilitychange', () => feed.look())
  window.addEventListener('online', () => feed.look())
  window.addEventListener('offline', () => feed.look())
  onSessionEnd(() => feed.look())
  return feed
}

let feed: LiveFeed | undefined
export const appFeed = (): LiveFeed => (feed ??= make())
