// The app's live feed: one socket for everything on screen. It opens when something is watched and the page is visible,
// watches the union of all requests, and closes when the page has been hidden for a while.

import type { Cells } from './cells.ts'
import { createConnection, type ConnectionHost } from './connection.ts'
import { createDemands, type Demand } from './demands.ts'
import { createFeedState, type Feed, type FeedStateHost } from './freshness.ts'
import { createMemberEvents, type MemberEventListener } from './member-events.ts'
import type { PriceSink } from './price-sink.ts'

/** Switching to another app and back must not need a new connection. */
export const HIDDEN_AFTER_MS = 5_000

/** What the feed needs from the page and the API; a test can replace both. */
export interface FeedHost extends ConnectionHost, FeedStateHost {
  isVisible(): boolean
}

export interface LiveFeed {
  readonly state: Cells<Feed>
  /** From now on the prices that arrive go there. */
  attach(prices: PriceSink): void
  watch(demand: Demand): () => void
  onMemberEvents(listener: MemberEventListener): () => void
  /** Reconnects at once if the connection is down, on the member's request. */
  hurry(): void
  /** Call when the page was hidden or shown, the network came or went, or a member signed in or out. */
  checkConnection(): void
}

export const createFeed = (host: FeedHost): LiveFeed => {
  const demands = createDemands(() => watchSoon(checkConnection))
  const isWanted = () => demands.isWanted(host.token() !== undefined)
  const own = createMemberEvents()
  let prices: PriceSink | undefined
  const state = createFeedState(host, isWanted)
  const { line, ticket, watchSoon } = createConnection(host, own, demands, () => prices, state)
  let isStarted = false
  let wasOnline = true
  let hiding: ReturnType<typeof setTimeout> | undefined
  let ageing: ReturnType<typeof setInterval> | undefined

  const stop = (): void => {
    isStarted = false
    line.stop()
  }
  const stopAgeing = (): void => {
    clearInterval(ageing)
    ageing = undefined
  }
  const show = (isOnline: boolean): void => {
    clearTimeout(hiding)
    hiding = undefined
    if (ticket.isOutdated()) {
      // A connection never changes its member.
      own.forget()
      line.stop()
    }
    if (!isStarted) state.startedAt = host.now()
    isStarted = true
    line.start()
    if (isOnline && !wasOnline) line.hurry()
    void ticket.ask()
    ageing ??= setInterval(checkConnection, 1_000)
  }
  const hide = (): void => {
    stopAgeing()
    hiding ??= setTimeout(() => {
      hiding = undefined
      if (!host.isVisible()) stop()
    }, HIDDEN_AFTER_MS)
  }
  const checkConnection = (): void => {
    const isOnline = host.isOnline()
    if (!isWanted()) {
      stop()
      stopAgeing()
    } else if (host.isVisible()) show(isOnline)
    else hide()
    wasOnline = isOnline
    state.notify()
  }

  return {
    state: state.cells,
    attach: (sink) => {
      prices = sink
    },
    watch: demands.add,
    onMemberEvents(listener) {
      const remove = own.add(listener)
      const unwatch = demands.add({ own: true })
      return () => {
        remove()
        unwatch()
      }
    },
    hurry: line.hurry,
    checkConnection,
  }
}
