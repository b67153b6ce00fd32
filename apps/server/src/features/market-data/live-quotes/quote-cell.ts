// The newest state of one instrument, and its text. All clients that watch it get the same text, made once per change:
// the cost of a frame is copying, not serialising.

import type { DetailUpdate, RowUpdate, TapeEntry } from '@fairlot/contract/live'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import { asciiJson, type WatchedQuote } from '#features/live'

/** The maximum number of trades in a frame; a client that missed more reads the tape. */
const tapeLength = 20

/** Most trades are of instruments without a detail watcher, so their text is made on demand. */
interface Trade {
  readonly entry: TapeEntry
  text: string
}

export class QuoteCell implements WatchedQuote {
  readonly symbol: string
  /** Sockets that watch it. */
  watchers = 0
  /** When the last watcher left. */
  leftAt = 0
  /** Ends the subscription; undefined while there is none. */
  detach: (() => void) | undefined
  rowChange = 0
  detailChange = 0
  tradeCount = 0

  private newest: DetailUpdate | undefined
  private trades: Trade[] = []
  private rowTextOf = 0
  private rowJson = ''
  private detailTextOf = 0
  private detailJson = ''

  constructor(symbol: string) {
    this.symbol = symbol
  }

  get version(): number {
    return this.newest?.n ?? 0
  }

  /** Returns false when the message is outdated. */
  take(message: QuoteMessage): boolean {
    const before = this.newest
    if (before !== undefined && message.n <= before.n) return false
    this.takeTrades(before, message.t ?? [], message)
    this.newest = message
    this.detailChange++
    if (before === undefined || !isSameRow(before, message)) this.rowChange++
    return true
  }

  rowText(): string {
    if (this.rowTextOf !== this.rowChange) {
      this.rowTextOf = this.rowChange
      this.rowJson = asciiJson(rowOf(this.newest!))
    }
    return this.rowJson
  }

  detailText(from: number): string {
    if (this.detailTextOf !== this.detailChange) {
      this.detailTextOf = this.detailChange
      const { t: _trades, gap: _gap, ...rest } = this.newest!
      // Without the closing brace: the trades differ from socket to socket.
      this.detailJson = asciiJson(rest).slice(0, -1)
    }
    const missed = from < 0 ? Infinity : this.tradeCount - from
    if (missed === 0) return `${this.detailJson}}`
    const held = this.trades.length
    const news = missed >= held ? this.trades : this.trades.slice(held - missed)
    return `${this.detailJson},"t":[${news.map(textOf).join(',')}]${missed > held ? ',"gap":true}' : '}'}`
  }

  private takeTrades(
    before: DetailUpdate | undefined,
    trades: readonly TapeEntry[],
    { c, y, gap }: QuoteMessage,
  ): void {
    const expected = before === undefined ? c : before.y === y ? c - before.c : c
    if (gap === true || expected !== trades.length) {
      // NATS stores nothing for absent subscribers: the tape restarts, and every socket is informed of the gap.
      this.tradeCount += tapeLength + 1
      this.trades = []
    }
    for (const entry of trades) this.trades.push({ entry, text: '' })
    this.tradeCount += trades.length
    if (this.trades.length > tapeLength) this.trades = this.trades.slice(-tapeLength)
  }
}

function textOf(trade: Trade): string {
  if (trade.text === '') trade.text = asciiJson(trade.entry)
  return trade.text
}

function isSameRow(one: RowUpdate, other: RowUpdate): boolean {
  return (
    one.p === other.p &&
    one.v === other.v &&
    one.a === other.a &&
    one.st === other.st &&
    one.r === other.r &&
    one.u === other.u &&
    one.d === other.d &&
    one.why === other.why &&
    one.until === other.until &&
    one.i?.[0] === other.i?.[0] &&
    one.i?.[1] === other.i?.[1]
  )
}

/** JSON omits undefined fields. */
const rowOf = ({ s, n, st, p, r, v, a, u, d, i, why, until }: RowUpdate): object => ({
  s,
  n,
  st,
  p,
  r,
  v,
  a,
  u,
  d,
  i,
  why,
  until,
})
