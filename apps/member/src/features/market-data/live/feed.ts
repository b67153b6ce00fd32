// The live feed of the app: one socket for all that is on screen. It opens when something is watched and the page is
// visible, carries the union of what is asked for, and closes when the page has been hidden for a while.

import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { ServerFrame, TapeEntry } from '@fairlot/contract/market-data/feed'
import { SESSION_ENDED } from '@fairlot/contract/market-data/feed'
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
import { createOwnEvents, type OwnListener } from './own-events.ts'
import { joins, mergeTape } from './tape.ts'

/** Scrolling changes what is visible many times a second; the gateway hears of it this long after. */
export const WATCH_AFTER_MS = 120
/** Switching to another app and back must not cost a new line. */
export const HIDDEN_AFTER_MS = 5_000
/** What the gateway has not answered by then after a reconnect is read by REST. */
export const ANSWER_AFTER_MS = 2_000
const TICKET_WAIT_MS = 2_000
const LONGEST_TICKET_WAIT_MS = 60_000

/** What the feed needs of the page and of the API, so that a test can be both. */
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
  /** A clock that only goes forward, in milliseconds. */
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
  /** Reads the tape's past unless it is there already. */
  wantTape(symbol: string): void
  onOwn(listener: OwnListener): () => void
  primeRows(rows: readonly QuoteRow[]): void
  primeDetail(quote: QuoteData): void
  /** Comes back at once if the line is down: somebody asked. */
  hurry(): void
  /** The page was hidden or shown, the network came or went, somebody signed in or out. */
  look(): void
}

/** The one key of cells that hold a single value. */
export const ONLY = ''

export const createFeed = (host: FeedHost): LiveFeed => {
  const { requestFrame } = host
  const rows = createCells<LiveRow>(requestFrame)
  const details = createCells<LiveDetail>(requestFrame)
  const tapes = createCells<readonly TapeEntry[]>(requestFrame)
  const indices = createCells<readonly LiveIndex[]>(requestFrame)
  const state = createCells<Feed>((run) => run())
  const own = createOwnEvents()
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
  let answered = new Set<string>()
  const tapesAsked = new Set<string>()
  let watching: ReturnType<typeof setTimeout> | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let answering: ReturnType<typeof setTimeout> | undefined
  let ticketing: ReturnType<typeof setTimeout> | undefined
  let ageing: ReturnType<typeof setInterval> | undefined

  /** Own events are no reason for a guest to have a line. */
  const isWanted = (): boolean => {
    const isMember = host.token() !== undefined
    for (const demand of demands) if (demand.own !== true || isMember) return true
    return false
  }

  const tellState = (): void => {
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
    // The age itself is the screen's to count; a second more of it is no news.
    if (before?.state !== next.state) state.set(ONLY, next)
  }

  const line = createLine({
    openSocket: () => host.openSocket(),
    random: () => host.random(),
    onOpen() {
      lines++
      watched = undefined
      answered = new Set()
      line.send({ t: 'hello' })
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
      // The API knows best whether the session is over; asking for a ticket finds out and signs the app out.
      if (code === SESSION_ENDED && host.token() !== undefined) void host.ticket()
      tellState()
    },
  })

  const sendWatch = (): void => {
    clearTimeout(watching)
    if (!line.isOpen()) return
    const next = watchOf(demands)
    if (watched !== undefined && sameWatch(watched, next)) return
    watched = next
    line.send({ t: 'watch', ...next })
    clearTimeout(answering)
    if (lines > 1) answering = setTimeout(() => void readUnanswered(next), ANSWER_AFTER_MS)
  }

  /** The gateway sends the whole of everything that is new to it; where it stayed silent after a break, REST is asked. */
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
    // The line it was meant for may be gone.
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
      if (frame.member) {
        ticketTries = 0
        own.continueFrom(frame.own)
      } else if (spokenFor !== undefined) {
        // Used, or too late: another one is needed.
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
    tellState()
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
        // Signed out, or somebody else now: a line never changes the member it speaks for.
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
    tellState()
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
    onOwn(listener) {
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
