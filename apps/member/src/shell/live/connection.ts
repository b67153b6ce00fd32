// The connection to the gateway: greets it, sends what is watched, and signs the member in with a ticket.

import type { ServerFrame } from '@fairlot/contract/live'
import { FEED_FULL, SESSION_ENDED } from '@fairlot/contract/live/socket'
import { type Demands, sameWatch, type Watch } from './demands.ts'
import type { LiveState } from './freshness.ts'
import { createLine, type Line } from './line.ts'
import type { MemberEvents } from './member-events.ts'
import type { UpdateFrame, PriceSink } from './price-sink.ts'

/** Scrolling changes the visible rows many times a second; the gateway is notified after this delay. */
const WATCH_AFTER_MS = 120
/** What the gateway has not sent by then after a reconnect is read by REST. */
const ANSWER_AFTER_MS = 2_000
const TICKET_WAIT_MS = 2_000
const LONGEST_TICKET_WAIT_MS = 60_000

export interface ConnectionHost {
  openSocket(): WebSocket | undefined
  /** Returns undefined when this build does not know the frame. */
  readFrame(text: string): ServerFrame | undefined
  /** The token of the session; undefined for a guest. */
  token(): string | undefined
  ticket(): Promise<string | undefined>
  random(): number
  /** A monotonic clock, in milliseconds. */
  now(): number
}

export const createConnection = (
  host: ConnectionHost,
  own: MemberEvents,
  demands: Demands,
  prices: () => PriceSink | undefined,
  state: LiveState,
) => {
  let watched: Watch | undefined
  let lines = 0
  /** The gateway's clock minus ours. */
  let offset = 0
  /**
   * The gateway was full. A member's next connection sends the ticket first, because sockets are reserved for members,
   * and only then watches.
   */
  let isFull = false
  let watching: ReturnType<typeof setTimeout> | undefined
  let answering: ReturnType<typeof setTimeout> | undefined

  const line = createLine({
    ...host,
    onOpen() {
      lines++
      watched = undefined
      prices()?.forget()
      if (!isFull || host.token() === undefined) line.send({ t: 'hello' })
      sendWatch()
      void ticket.ask()
    },
    onText(text) {
      const frame = host.readFrame(text)
      if (frame === undefined) return
      if (frame.t !== 'hello') return take(frame)
      offset = frame.now - host.now()
      isFull = false
      sendWatch()
      ticket.answered(frame.member)
      if (frame.member) own.continueFrom(frame.own)
    },
    onClose(code) {
      ticket.forget()
      // The API knows whether the session is over: asking for a ticket then signs the app out.
      if (code === SESSION_ENDED && host.token() !== undefined) void host.ticket()
      // No connection for a while: prices come by REST, once per try.
      if ((isFull = code === FEED_FULL)) void prices()?.readUnanswered(demands.watch())
      state.isHeard = false
      state.notify()
    },
  })
  const ticket = createTicket(host, line, own)

  const sendWatch = (): void => {
    clearTimeout(watching)
    if (!line.isOpen() || (isFull && host.token() !== undefined)) return
    const next = demands.watch()
    if (watched !== undefined && sameWatch(watched, next)) return
    watched = next
    line.send({ t: 'watch', ...next })
    clearTimeout(answering)
    if (lines > 1) answering = setTimeout(() => void prices()?.readUnanswered(next), ANSWER_AFTER_MS)
  }

  const take = (frame: UpdateFrame): void => {
    state.isHeard = true
    if (frame.at > 0) state.newsAt = Math.max(state.newsAt ?? -Infinity, frame.at - offset)
    prices()?.take(frame)
    for (const fill of frame.executed ?? []) own.takeExecuted(fill)
    for (const event of frame.own ?? []) own.take(event)
    state.notify()
  }

  /** `checkConnection` decides whether there is a connection, before the changed watch list is sent. */
  const watchSoon = (checkConnection: () => void): void => {
    clearTimeout(watching)
    watching = setTimeout(() => {
      checkConnection()
      sendWatch()
    }, WATCH_AFTER_MS)
  }
  return { line, ticket, watchSoon }
}

/** The ticket that makes a guest's connection a member's. */
const createTicket = (host: ConnectionHost, line: Line, own: MemberEvents) => {
  let spokenFor: string | undefined
  let tries = 0
  let isAsked = false
  /** How many connections have closed. */
  let closed = 0
  let asking: ReturnType<typeof setTimeout> | undefined

  const ask = async (): Promise<void> => {
    const token = host.token()
    if (token === undefined || token === spokenFor || isAsked || !line.isOpen()) return
    isAsked = true
    const before = closed
    const ticket = await host.ticket()
    // The connection it was meant for can be gone.
    if (closed !== before) return
    isAsked = false
    if (ticket === undefined) return askLater()
    spokenFor = token
    const last = own.last()
    line.send({ t: 'hello', ticket, ...(last === undefined ? {} : { own: last }) })
  }
  const askLater = (): void => {
    clearTimeout(asking)
    const wait = Math.min(LONGEST_TICKET_WAIT_MS, TICKET_WAIT_MS * 2 ** tries)
    tries++
    asking = setTimeout(() => void ask(), wait * (0.5 + host.random() / 2))
  }
  return {
    ask,
    /** Signed out, or another member. */
    isOutdated: () => spokenFor !== undefined && spokenFor !== host.token(),
    answered(isValid: boolean): void {
      if (isValid) {
        tries = 0
      } else if (spokenFor !== undefined) {
        // Used, or too late: another ticket is needed.
        spokenFor = undefined
        askLater()
      }
    },
    /** The connection is closed. */
    forget(): void {
      closed++
      spokenFor = undefined
      isAsked = false
      clearTimeout(asking)
    },
  }
}
