// The live feed over the WebSocket: JSON text both ways. One frame per client per tick has the changes of what that
// client watches. Keys are short because they are sent a million times a second; every other place uses the long names
// of `QuoteData`. Types only, so the phone's bundle does not grow.

import type { TradingState } from '../venue/events.ts'
import type { Level } from '../venue/commands.ts'

/** A row of a list. Prices are hundredths, volume shares, turnover hundredths of a dollar. */
export interface RowUpdate {
  /** Symbol. */
  readonly s: string
  /**
   * Version: grows with every change of this instrument and never goes back, not even when the quotes role restarts. A
   * smaller version is outdated.
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

/** A trade of the tape: event number, time, price, shares, and which side was the taker. */
export type TapeEntry = readonly [
  event: number,
  at: number,
  price: number,
  quantity: number,
  taker: 'buy' | 'sell' | 'auction',
]

/** A list row plus the fields of the detail page. */
export interface DetailUpdate extends RowUpdate {
  readonly o: number | null
  readonly h: number | null
  readonly l: number | null
  /** The trading day, as 2026-11-16. */
  readonly y: string
  /** Number of trades of the day. If it grows by more than the trades received with it, the tape has a gap. */
  readonly c: number
  /** Shares that traded at the bid and at the ask. */
  readonly x: readonly [inside: number, outside: number]
  readonly b: readonly Level[]
  readonly k: readonly Level[]
  /** Trades since the last frame, oldest first; at most 20, and `gap` when more were left out. */
  readonly t?: readonly TapeEntry[]
  readonly gap?: true
}

/**
 * On NATS, from the quotes role to every gateway: the full state of one instrument, with the trades since the last
 * message.
 */
export type QuoteMessage = DetailUpdate

/**
 * On NATS: all indices, with every change and at least with every beat, so that a starting gateway has them at once.
 */
export type IndicesMessage = readonly IndexUpdate[]

/** On NATS, about once a second while the quotes role reads the log: everything up to this time has been published. */
export interface BeatMessage {
  readonly at: number
}

export interface IndexUpdate {
  /** Code of the index. */
  readonly s: string
  readonly p: number
  readonly r: number
}

/** An event of the signed-in member. `n` counts per member; a gap means that the list must be read again. */
export interface MemberEvent {
  readonly n: number
  /** `alert.fired`, `withdrawal.changed` and others. */
  readonly kind: string
  readonly data: unknown
}

export type ServerFrame =
  /**
   * The answer to `hello`. `member`: whether the ticket was valid. `own`: the member event the gateway continues from;
   * if it differs from the one the phone named, some were missed and must be read again. `now`: the gateway's clock,
   * because a phone's clock can be minutes off.
   */
  | { readonly t: 'hello'; readonly member: boolean; readonly own: number; readonly now: number }
  | {
      readonly t: 'f'
      /** When the newest price reached the gateway. If that is over 10 s ago, the screen shows stale. */
      readonly at: number
      readonly rows?: readonly RowUpdate[]
      readonly detail?: readonly DetailUpdate[]
      readonly idx?: readonly IndexUpdate[]
      readonly own?: readonly MemberEvent[]
    }

export type ClientFrame =
  /**
   * The first message. Without a ticket the client is a guest; a guest can send it again with a ticket. `own` is the
   * last member event seen.
   */
  | { readonly t: 'hello'; readonly ticket?: string; readonly own?: number }
  /** Everything visible now; replaces the previous watch list. */
  | {
      readonly t: 'watch'
      readonly rows: readonly string[]
      readonly detail: readonly string[]
      readonly idx: boolean
    }

/** The gateway's WebSocket path. */
export const LIVE_PATH = '/live'
/** How many symbols one socket may watch, and how many of them in detail. */
export const MAX_WATCHED = 120
export const MAX_DETAILS = 4
/** Close code, beside the standard ones: this socket's session has ended. */
export const SESSION_ENDED = 4001
/** Close code: this network has too many sockets, or guests use all sockets not reserved for members. */
export const FEED_FULL = 4002
/** A price older than this is shown as stale. */
export const STALE_AFTER_MS = 10_000
/** The gateway sends something at least this often, so that silence means a broken connection. */
export const HEARTBEAT_MS = 3_000
