// The newest of one instrument, and its text. A thousand phones that watch it get the same text, made once for each
// change: what a frame costs is copying, not serialising.

import type { DetailUpdate, QuoteMessage, RowUpdate, TapeEntry } from '@fairlot/contract/market-data'
import { asciiJson } from './text-frame.ts'

/** Trades a frame carries at most; who has missed more reads the tape. */
const tapeLength = 20

/** Most trades are of instruments nobody looks at whole: their text is made when somebody does. */
interface Trade {
  readonly entry: TapeEntry
  text: string
}

export class QuoteCell {
  readonly symbol: string
  /** Sockets that watch it. */
  watchers = 0
  /** When the last one left. */
  leftAt = 0
  /** Stops hearing of it; undefined while nobody has asked NATS. */
  detach: (() => void) | undefined
  /** Counts changes a list shows; a new best bid is not one. Nought: nothing known yet. */
  rowChange = 0
  /** Counts all changes. */
  detailChange = 0
  /** Trades heard of since this cell was made, and then some: a hole counts more than the tape is long. */
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

  /** False when it is old news. */
  take(message: QuoteMessage): boolean {
    const before = this.newest
    if (before !== undefined && message.n <= before.n) return false
    this.takeTrades(before, message.t ?? [], message)
    this.newest = message
    this.detailChange++
    if (before === undefined || !isSameRow(before, message)) this.rowChange++
    return true
  }

  /** A row of a frame. */
  rowText(): string {
    if (this.rowTextOf !== this.rowChange) {
      this.rowTextOf = this.rowChange
      this.rowJson = asciiJson(rowOf(this.newest!))
    }
    return this.rowJson
  }

  /** The whole instrument, with the trades since `from`; `from` below nought is a socket that has none yet. */
  detailText(from: number): string {
    if (this.detailTextOf !== this.detailChange) {
      this.detailTextOf = this.detailChange
      const { t: _trades, gap: _gap, ...rest } = this.newest!
      // Without its last brace: the trades differ from socket to socket.
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
      // NATS keeps nothing for who was away: the tape begins again, and every socket is told of the gap.
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

/** JSON leaves out what is undefined. */
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
