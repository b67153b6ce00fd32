// The app's live feed: one socket for everything on screen. It opens when something is watched and the page is visible,
// watches the union of all requests, and closes when the page has been hidden for a while.

import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { ServerFrame, TapeEntry } from '@fairlot/contract/market-data/feed'
import { FEED_FULL, SESSION_ENDED } from '@fairlot/contract/market-data/feed'
import { createCells, type Cells, type RequestFrame } from './cells.ts'
import { type Demand, sameWatch, type Watch, watchOf } from './demands.ts'
import { type Feed, feedOf } from './freshness.ts'
import { createLine } from './line.ts'
import {
  detailFromFeed,
  detailOf,
  indexFromFeed,
  type LiveDetail,
  type LiveIndex,
  type LiveRow,
  rowFromFeed,
  rowOf,
} from './live-row.ts'
import { createMemberEvents, type OwnListener } from './member-events.ts'
import { joins, mergeTape } from './tape.ts'

/** Scrolling changes the visible rows many times a second; the gateway is notified after this delay. */
export const WATCH_AFTER_MS = 120
/** Switching to another app and back must not need a new connection. */
export const HIDDEN_AFTER_MS = 5_000
/** What the gateway has not sent by then after a reconnect is read by REST. */
export const ANSWER_AFTER_MS = 2_000
const TICKET_WAIT_MS = 2_000
const LONGEST_TICKET_WAIT_MS = 60_000

/** What the feed needs from the page and the API; a test can replace both. */
export interface FeedHost {
  openSocket(): WebSocket
  isVisible(): boolean
  isOnline(): boolean
  /** The token of the session; undefined for a guest. */
  token(): string | undefined
  ticket(): Promise<string | undefined>
  readRows(symbols: readonly string[]): Promise<readonly QuoteRow[] | undefined>
  readQuote(symbol: string): Promise<QuoteData | undefined>
  readTape(symbol: string): Promise<readonly TapeEntry[] | undefined>
  requestFrame: RequestFrame
  random(): number
  /** A monotonic clock, in milliseconds. */
  now(): number
  date(): number
}

export interface LiveFeed {
  readonly rows: Cells<LiveRow>
  readonly details: Cells<LiveDetail>
  readonly tapes: Cells<readonly TapeEntry[]>
  readonly indices: Cells<readonly LiveIndex[]>
  readonly state: Cells<Feed>
  watch(demand: Demand): () => void
  /** Reads the tape's history unless it is already there. */
  wantTape(symbol: string): void
  onMemberEvent(listener: OwnListener): () => void
  primeRows(rows: readonly QuoteRow[]): void
  primeDetail(quote: QuoteData): void
  /** Reconnects at once if the connection is down, on the member's request. */
  hurry(): void
  /** Call when the page was hidden or shown, the network came or went, or a member signed in or out. */
  look(): void
}

/** The only key of cells with a single value. */
export const ONLY = ''

export const createFeed = (host: FeedHost): LiveFeed => {
  const { requestFrame } = host
  const rows = createCells<LiveRow>(requestFrame)
  const details = createCells<LiveDetail>(requestFrame)
  const tapes = createCells<readonly TapeEntry[]>(requestFrame)
  const indices = createCells<readonly LiveIndex[]>(requestFrame)
  const state = createCells<Feed>((run) => run())
  const own = createMemberEvents()
  const demands = new Set<Demand>()

  let watched: Watch | undefined
  let lines = 0
  let isHeard = false
  let newsAt: number | undefined
  let startedAt = 0
  let isStarted = false
  let wasOnline = true
  /** The gateway's clock minus ours. */
  let offset = 0
  let spokenFor: string | undefined
  let ticketTries = 0
  let isTicketAsked = false
  /**
   * The gateway was full. A member's next connection sends the ticket first, because sockets are reserved for members,
   * and only then watches.
   */
  let isFull = false
  let answered = new Set<string>()
  const tapesAsked = new Set<string>()
  let watching: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let answering: ReturnType<typeof setTimeout> | undefined
  let ticketing: ReturnType<typeof setTimeout> | undefined
  let ageing: ReturnType<typeof setInterval> | undefined

  /** A guest needs no connection for own events. */
  const isWanted = (): boolean => {
    const isMember = host.token() !== undefined
    for (const demand of demands) if (demand.own !== true || isMember) return true
    return false
  }

  const notifyState = (): void => {
    const next = feedOf({
      isWanted: isWanted(),
      isOnline: host.isOnline(),
      isHeard,
      newsAt,
      startedAt,
      now: host.now(),
      date: host.date(),
    })
    const before = state.get(ONLY)
    // The screen counts the age itself; a second more is not a change.
    if (before?.state !== next.state) state.set(ONLY, next)
  }

  const line = createLine({
    openSocket: () => host.openSocket(),
    random: () => host.random(),
    onOpen() {
      lines++
      watched = undefined
      answered = new Set()
      if (!isFull || host.token() === undefined) line.send({ t: 'hello' })
      sendWatch()
      void askTicket()
    },
    onText(text) {
      take(JSON.parse(text) as ServerFrame)
    },
    onClose(code) {
      isHeard = false
      spokenFor = undefined
      isTicketAsked = false
      clearTimeout(ticketing)
      // The API knows whether the session is over: asking for a ticket then signs the app out.
      if (code === SESSION_ENDED && host.token() !== undefined) void host.ticket()
      // No connection for a while: prices come by REST, once per try.
      if ((isFull = code === FEED_FULL)) void readUnanswered(watchOf(demands))
      notifyState()
    },
  })

  const sendWatch = (): void => {
    clearTimeout(watching)
    if (!line.isOpen() || (isFull && host.token() !== undefined)) return
    const next = watchOf(demands)
    if (watched !== undefined && sameWatch(watched, next)) return
    watched = next
    line.send({ t: 'watch', ...next })
    clearTimeout(answering)
    if (lines > 1) answering = setTimeout(() => void readUnanswered(next), ANSWER_AFTER_MS)
  }

  /**
   * The gateway sends the full state of everything newly watched; what it did not send after a reconnect is read by
   * REST.
   */
  const readUnanswered = async (asked: Watch): Promise<void> => {
    const silent = asked.rows.filter((symbol) => !answered.has(symbol))
    if (silent.length > 0) {
      const found = await host.readRows(silent)
      if (found) primeRows(found)
    }
    for (const symbol of asked.detail) {
      if (answered.has(symbol)) continue
      const found = await host.readQuote(symbol)
      if (found) primeDetail(found)
    }
  }

  const askTicket = async (): Promise<void> => {
    const token = host.token()
    if (token === undefined || token === spokenFor || isTicketAsked || !line.isOpen()) return
    isTicketAsked = true
    const mine = lines
    const ticket = await host.ticket()
    // The connection it was meant for can be gone.
    if (mine !== lines || !isTicketAsked) return
    isTicketAsked = false
    if (ticket === undefined) return askTicketLater()
    spokenFor = token
    const last = own.last()
    line.send({ t: 'hello', ticket, ...(last === undefined ? {} : { own: last }) })
  }

  const askTicketLater = (): void => {
    clearTimeout(ticketing)
    const wait = Math.min(LONGEST_TICKET_WAIT_MS, TICKET_WAIT_MS * 2 ** ticketTries)
    ticketTries++
    ticketing = setTimeout(() => void askTicket(), wait * (0.5 + host.random() / 2))
  }

  const take = (frame: ServerFrame): void => {
    if (frame.t === 'hello') {
      offset = frame.now - host.now()
      isFull = false
      sendWatch()
      if (frame.member) {
        ticketTries = 0
        own.continueFrom(frame.own)
      } else if (spokenFor !== undefined) {
        // Used, or too late: another ticket is needed.
        spokenFor = undefined
        askTicketLater()
      }
      return
    }
    isHeard = true
    if (frame.at > 0) newsAt = Math.max(newsAt ?? -Infinity, frame.at - offset)
    for (const update of frame.rows ?? []) {
      answered.add(update.s)
      if (isNewer(rows.newest(update.s), update.n)) rows.set(update.s, rowFromFeed(update))
    }
    for (const update of frame.detail ?? []) {
      answered.add(update.s)
      takeTape(update.s, details.newest(update.s)?.date === update.y, update.t ?? [], update.gap === true)
      if (!isNewer(details.newest(update.s), update.n)) continue
      const detail = detailFromFeed(update)
      details.set(update.s, detail)
      rows.set(update.s, rowOf(detail))
    }
    if (frame.idx !== undefined) takeIndices(frame.idx.map(indexFromFeed))
    for (const event of frame.own ?? []) own.take(event)
    notifyState()
  }

  const takeIndices = (news: readonly LiveIndex[]): void => {
    const known = new Map((indices.newest(ONLY) ?? []).map((index) => [index.code, index]))
    for (const index of news) known.set(index.code, index)
    indices.set(ONLY, [...known.values()])
  }

  const takeTape = (symbol: string, isSameDay: boolean, news: readonly TapeEntry[], isGap: boolean): void => {
    const held = tapes.newest(symbol)
    if (held === undefined || (news.length === 0 && !isGap)) return
    const kept = isSameDay ? held : []
    if (isGap && !joins(kept, news)) void readTape(symbol)
    if (news.length > 0) tapes.set(symbol, mergeTape(kept, news))
  }

  const readTape = async (symbol: string): Promise<void> => {
    if (tapesAsked.has(symbol)) return
    tapesAsked.add(symbol)
    const found = await host.readTape(symbol)
    tapesAsked.delete(symbol)
    if (found) tapes.set(symbol, mergeTape(found, tapes.newest(symbol) ?? []))
  }

  const primeRows = (news: readonly QuoteRow[]): void => {
    for (const row of news)
      if (isNewer(rows.newest(row.symbol), row.version)) rows.set(row.symbol, rowOf(row))
  }
  const primeDetail = (quote: QuoteData): void => {
    if (isNewer(details.newest(quote.symbol), quote.version)) details.set(quote.symbol, detailOf(quote))
    primeRows([quote])
  }

  const stop = (): void => {
    isStarted = false
    line.stop()
  }

  const look = (): void => {
    const isOnline = host.isOnline()
    if (!isWanted()) {
      stop()
      clearInterval(ageing)
      ageing = undefined
    } else if (host.isVisible()) {
      clearTimeout(hiding)
      hiding = undefined
      if (spokenFor !== undefined && spokenFor !== host.token()) {
        // Signed out, or another member: a connection never changes its member.
        own.forget()
        line.stop()
      }
      if (!isStarted) startedAt = host.now()
      isStarted = true
      line.start()
      if (isOnline && !wasOnline) line.hurry()
      void askTicket()
      ageing ??= setInterval(look, 1_000)
    } else {
      clearInterval(ageing)
      ageing = undefined
      hiding ??= setTimeout(() => {
        hiding = undefined
        if (!host.isVisible()) stop()
      }, HIDDEN_AFTER_MS)
    }
    wasOnline = isOnline
    notifyState()
  }

  return {
    rows,
    details,
    tapes,
    indices,
    state,
    watch(demand) {
      demands.add(demand)
      changed()
      return () => {
        demands.delete(demand)
        changed()
      }
    },
    wantTape(symbol) {
      if (tapes.newest(symbol) === undefined) void readTape(symbol)
    },
    onMemberEvent(listener) {
      const remove = own.add(listener)
      const demand: Demand = { own: true }
      demands.add(demand)
      changed()
      return () => {
        remove()
        demands.delete(demand)
        changed()
      }
    },
    primeRows,
    primeDetail,
    hurry: () => line.hurry(),
    look,
  }

  function changed(): void {
    clearTimeout(watching)
    watching = setTimeout(() => {
      look()
      sendWatch()
    }, WATCH_AFTER_MS)
  }
}

const isNewer = (held: { readonly version: number } | undefined, version: number): boolean =>
  held === undefined || version > held.version
