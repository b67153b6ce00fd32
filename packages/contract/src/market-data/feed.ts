// The live feed, as it crosses the WebSocket: JSON text both ways. One frame per client per tick carries what changed
// of what that client watches. Keys are short because they are sent a million times a second; every other place uses
// the long names of `QuoteData`. Types only: the phone pays nothing for them.

import type { TradingState } from '../venue/events.ts'
import type { Level } from '../venue/commands.ts'

/** A row of a list. Prices are hundredths, volume shares, turnover hundredths of a dollar. */
export interface RowUpdate {
  /** Symbol. */
  readonly s: string
  /**
   * Version: grows with every change of this instrument and never goes back, not even when the quotes role starts
   * again; a smaller one is old news.
   */
  readonly n: number
  readonly st: TradingState
  /** Last price; null until the first trade of the day. */
  readonly p: number | null
  /** Reference: yesterday's close. */
  readonly r: number
  /** Volume of the day in shares. */
  readonly v: number
  /** Turnover of the day. */
  readonly a: number
  /** Upper and lower limit; absent when the instrument has none. */
  readonly u?: number
  readonly d?: number
  /** Indicative price and shares while an auction collects. */
  readonly i?: readonly [price: number, quantity: number]
  /** Why it is paused or halted, and until when (milliseconds since 1970). */
  readonly why?: string
  readonly until?: number
}

/** A trade of the tape: event number, time, price, shares, and who came to whom. */
export type TapeEntry = readonly [
  event: number,
  at: number,
  price: number,
  quantity: number,
  taker: 'buy' | 'sell' | 'auction',
]

/** A row plus what the detail page shows. */
export interface DetailUpdate extends RowUpdate {
  readonly o: number | null
  readonly h: number | null
  readonly l: number | null
  /** The trading day, as 2026-11-16. */
  readonly y: string
  /** Trades of the day: a number that does not grow by the trades that came with it betrays a hole in the tape. */
  readonly c: number
  /** Shares that traded at the bid and at the ask. */
  readonly x: readonly [inside: number, outside: number]
  readonly b: readonly Level[]
  readonly k: readonly Level[]
  /** Trades since the last frame, oldest first; at most 20, and `gap` when more were left out. */
  readonly t?: readonly TapeEntry[]
  readonly gap?: true
}

/** On NATS, from the quotes role to every gateway: the whole of one instrument, with the trades since the message before. */
export type QuoteMessage = DetailUpdate

/** On NATS: all indices, with every change and at least with every beat, so that a gateway that starts has them at once. */
export type IndicesMessage = readonly IndexUpdate[]

/** On NATS, about once a second while the quotes role reads the log: everything up to this time has been told. */
export interface BeatMessage {
  readonly at: number
}

export interface IndexUpdate {
  /** Code of the index. */
  readonly s: string
  readonly p: number
  readonly r: number
}

/** Something of the member's own. `n` counts per member; a hole means: read the list again. */
export interface OwnEvent {
  readonly n: number
  /** `alert.fired`, later `order.filled` and others. */
  readonly kind: string
  readonly data: unknown
}

export type ServerFrame =
  /**
   * The answer to `hello`. `member`: whether the ticket was good. `own`: the own event the gateway goes on from; when
   * it is not the one the phone named, some were missed and must be read again. `now`: the gateway's clock, because a
   * phone's own may be minutes off.
   */
  | { readonly t: 'hello'; readonly member: boolean; readonly own: number; readonly now: number }
  | {
      readonly t: 'f'
      /** When the newest price news reached the gateway: older than 10 s and the screen says stale. */
      readonly at: number
      readonly rows?: readonly RowUpdate[]
      readonly detail?: readonly DetailUpdate[]
      readonly idx?: readonly IndexUpdate[]
      readonly own?: readonly OwnEvent[]
    }

export type ClientFrame =
  /**
   * The first word. Without a ticket one is a guest; a guest may say it again with one. `own` is the last own event
   * seen.
   */
  | { readonly t: 'hello'; readonly ticket?: string; readonly own?: number }
  /** All that is visible now; replaces what was watched before. */
  | {
      readonly t: 'watch'
      readonly rows: readonly string[]
      readonly detail: readonly string[]
      readonly idx: boolean
    }

/** Where the gateway listens. */
export const LIVE_PATH = '/live'
/** How many symbols one socket may watch, and how many of them whole. */
export const MOST_WATCHED = 120
export const MOST_DETAILS = 4
/** Why the gateway hangs up, beside the standard reasons: the session of this socket has ended. */
export const SESSION_ENDED = 4001
/** A price older than this is shown as stale. */
export const STALE_AFTER_MS = 10_000
/** The gateway says something at least this often, so that silence means a broken line. */
export const HEARTBEAT_MS = 3_000
