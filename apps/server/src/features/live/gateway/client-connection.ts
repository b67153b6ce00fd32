// One socket: its subscriptions, what it has been sent, and how much of that has arrived. A frame contains the changes
// since this socket's last frame. A slow client gets fewer frames, each with the newest values, and never a queue of
// old ones.

import { type ExecutedFill, HEARTBEAT_MS, MAX_DETAILS } from '@fairlot/contract/live'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import type { QuoteSource, WatchedQuote } from './quote-source.ts'
import type { StoredEvent } from './store.ts'
import { asciiJson, textFrame } from './text-frame.ts'
import type { Traffic } from './traffic.ts'

/**
 * The limit of unconfirmed bytes to a client. The kernel would buffer megabytes for a slow reader, and they would be
 * minutes old when read; so pings measure what has arrived, and every browser answers those by itself. Together with
 * one largest frame this stays below 64 KB.
 */
const maxUnderWay = 32_768
/** After this many bytes a ping asks the client whether they have arrived. */
const askAfter = 16_384
/** A quiet connection is pinged too, with a heartbeat, to notice when it is dead. */
const askEveryMs = 12_000
/** No pong for this long: the client is gone, or too slow to be served. */
const answerLimitMs = 30_000
/** One tick earlier than promised, because the next tick would be too late. */
const heartbeatMs = HEARTBEAT_MS - 500

/** Messages a client may send at once, and per second after that. Scrolling fast sends eight a second. */
const burst = 30
const perSecond = 10

export class ClientConnection {
  readonly socket: WebSocket
  /** The member of the connection; undefined for a guest. */
  memberId: string | undefined
  sessionId: string | undefined
  /** The last member event sent, and whether there may be more that could not be sent. */
  own = 0
  isOwnBehind = false
  isGreeted = false
  isGone = false

  readonly joinedAt: number

  private readonly line: Duplex
  private readonly quotes: QuoteSource
  private readonly traffic: Traffic
  private rows: WatchedQuote[] = []
  private rowsSent: number[] = []
  private details: WatchedQuote[] = []
  private detailsSent: number[] = []
  private tradesSent: number[] = []
  private wantsIndices = false
  private indicesSent = 0
  private lastFrameAt = 0
  private underWay = 0
  private askedBytes = 0
  private askedAt = 0
  private isAsked = false
  private tokens = burst
  private tokensAt = 0

  /** `line` is the stream below `socket`. */
  constructor(socket: WebSocket, line: Duplex, quotes: QuoteSource, traffic: Traffic, now: number) {
    this.socket = socket
    this.line = line
    this.quotes = quotes
    this.traffic = traffic
    this.joinedAt = now
    this.lastFrameAt = now
    this.askedAt = now
    this.tokensAt = now
    socket.on('pong', () => {
      if (!this.isAsked) return
      this.isAsked = false
      this.underWay -= this.askedBytes
    })
  }

  /** Returns false when the client sends too many messages. */
  mayTalk(now: number): boolean {
    this.tokens = Math.min(burst, this.tokens + ((now - this.tokensAt) * perSecond) / 1_000)
    this.tokensAt = now
    if (this.tokens < 1) return false
    this.tokens--
    return true
  }

  /** Whether too much is unconfirmed to send more. */
  get isFull(): boolean {
    return this.underWay > maxUnderWay
  }

  /** Whether it is served at the faster rate. */
  get isOnDetail(): boolean {
    return this.details.length > 0
  }

  /** Replaces the subscriptions. Symbols that stay subscribed are not sent again. */
  watch(rows: readonly string[], details: readonly string[], wantsIndices: boolean, now: number): void {
    const wholes = new Set(details.slice(0, MAX_DETAILS))
    const sentOf = new Map(this.rows.map((cell, at) => [cell, this.rowsSent[at]!]))
    const detailOf = new Map(this.details.map((cell, at) => [cell, at]))
    const before = [...this.rows, ...this.details]
    const { detailsSent, tradesSent } = this
    this.rows = [...new Set(rows)].filter((symbol) => !wholes.has(symbol)).map((s) => this.quotes.join(s))
    this.rowsSent = this.rows.map((cell) => sentOf.get(cell) ?? 0)
    this.details = [...wholes].map((symbol) => this.quotes.join(symbol))
    this.detailsSent = this.details.map((cell) => detailsSent[detailOf.get(cell) ?? -1] ?? 0)
    this.tradesSent = this.details.map((cell) => tradesSent[detailOf.get(cell) ?? -1] ?? -1)
    if (!wantsIndices) this.indicesSent = 0
    this.wantsIndices = wantsIndices
    for (const cell of before) this.quotes.leave(cell, now)
  }

  /** Sends one frame with the changes, if there are any and the connection can take it. */
  tick(now: number): void {
    if (!this.isGreeted || this.isGone) return
    if (this.isAsked && now - this.askedAt > answerLimitMs) return this.cut()
    if (this.isFull) {
      this.traffic.skipped++
      return
    }
    const { rows, rowsSent, details, detailsSent } = this
    let updates = 0
    let rowTexts = ''
    for (let at = 0; at < rows.length; at++) {
      const cell = rows[at]!
      if (cell.rowChange === rowsSent[at]) continue
      rowsSent[at] = cell.rowChange
      rowTexts = rowTexts === '' ? cell.rowText() : `${rowTexts},${cell.rowText()}`
      updates++
    }
    let detailTexts = ''
    for (let at = 0; at < details.length; at++) {
      const cell = details[at]!
      if (cell.detailChange === detailsSent[at]) continue
      detailsSent[at] = cell.detailChange
      const text = cell.detailText(this.tradesSent[at]!)
      this.tradesSent[at] = cell.tradeCount
      detailTexts = detailTexts === '' ? text : `${detailTexts},${text}`
      updates++
    }
    let body = rowTexts === '' ? '' : `,"rows":[${rowTexts}]`
    if (detailTexts !== '') body += `,"detail":[${detailTexts}]`
    if (this.wantsIndices) {
      const { change, text } = this.quotes.indices()
      if (change !== this.indicesSent) {
        this.indicesSent = change
        body += `,"idx":[${text}]`
        updates++
      }
    }
    if (body === '' && now - this.lastFrameAt < heartbeatMs) return
    this.traffic.updates += updates
    this.sendFrame(body, now)
  }

  sendOwn(events: readonly StoredEvent[], now: number): void {
    if (this.isGone || events.length === 0) return
    this.sendFrame(`,"own":${asciiJson(events)}`, now)
  }

  /** Left out for a client that reads slowly: the numbered event follows. */
  sendExecuted(fills: readonly ExecutedFill[], now: number): void {
    if (this.isGone || this.isFull) return
    this.sendFrame(`,"executed":${asciiJson(fills)}`, now)
  }

  /** A whole message, in ASCII. */
  send(text: string): void {
    // Nothing may be sent after a close frame, sent or received.
    if (this.socket.readyState !== WebSocket.OPEN) return
    this.underWay += text.length
    if (this.underWay > this.traffic.largestUnderWay) this.traffic.largestUnderWay = this.underWay
    this.line.write(textFrame(text), 'latin1')
  }

  leave(now: number): void {
    this.isGone = true
    this.watch([], [], false, now)
  }

  private sendFrame(body: string, now: number): void {
    this.lastFrameAt = now
    this.traffic.frames++
    // Frame and ping in one write.
    this.line.cork()
    this.send(`${this.quotes.frameHead()}${body}}`)
    this.ask(now)
    this.line.uncork()
  }

  private ask(now: number): void {
    if (this.isAsked || (this.underWay < askAfter && now - this.askedAt < askEveryMs)) return
    this.isAsked = true
    this.askedAt = now
    this.askedBytes = this.underWay
    this.socket.ping()
  }

  private cut(): void {
    this.traffic.cut++
    this.socket.terminate()
  }
}
