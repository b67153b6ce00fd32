// The app's feed, connected to the browser, the session and the API. Created when the first screen needs it.

import type { ServerFrame } from '@fairlot/contract/live'
import { LIVE_PATH } from '@fairlot/contract/live/socket'
import { call } from '../client.ts'
import { currentSession, onSessionEnd } from '../session.ts'
import { createFeed, type LiveFeed } from './feed.ts'

let readFrame: ((text: string) => ServerFrame | undefined) | undefined

const loadReader = async (): Promise<void> => {
  try {
    const file = await import('./read-frame.ts')
    readFrame = file.readFrame
    appFeed().hurry()
  } catch {
    // Tried again with the next socket.
  }
}

const openSocket = (): WebSocket | undefined => {
  if (readFrame !== undefined) return new WebSocket(`${location.origin.replace(/^http/, 'ws')}${LIVE_PATH}`)
  void loadReader()
  return undefined
}

const make = (): LiveFeed => {
  const feed = createFeed({
    openSocket,
    readFrame: (text) => readFrame?.(text),
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    token: () => currentSession()?.token,
    ticket: async () => {
      const answer = await call('/market/openFeed', {}, { quiet: true })
      return answer.ok ? answer.data.ticket : undefined
    },
    random: () => Math.random(),
    now: () => performance.now(),
    date: () => Date.now(),
  })
  document.addEventListener('visibilitychange', () => feed.checkConnection())
  window.addEventListener('online', () => feed.checkConnection())
  window.addEventListener('offline', () => feed.checkConnection())
  onSessionEnd(() => feed.checkConnection())
  return feed
}

let feed: LiveFeed | undefined
export const appFeed = (): LiveFeed => (feed ??= make())
