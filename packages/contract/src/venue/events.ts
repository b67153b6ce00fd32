// What a venue answers. Events are numbered per shard without a gap; settlement, quotes and the live feed all read
// the same ones. A price only ever comes from a `traded` event.

import type { Level, Phase, Side, Validity } from './commands.ts'
import type { VenueRule } from './refusals.ts'

/** What an instrument is doing now. */
export type TradingState =
  /** Collecting orders for the opening auction. */
  | 'opening-call'
  | 'continuous'
  /** Two minutes of collecting after a price ran too far or a halt ended, then an auction. */
  | 'paused'
  /** Stopped by an announcement or an operator; nothing matches. */
  | 'halted'
  | 'closing-call'
  | 'closed'

export type CancelReason =
  /** Its owner asked. */
  | 'asked'
  /** IOC or FOK: what could not be filled at once. */
  | 'unfilled'
  /** Would have traded with an order of the same account; the incoming one gives way. */
  | 'self-trade'
  /** A pause, a halt or the closing call takes market orders off the book. */
  | 'paused'
  /** Another order stands in its place. */
  | 'replaced'
  | 'end-of-day'

export interface OrderAccepted {
  readonly kind: 'accepted'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly side: Side
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
}

export interface CommandRefused {
  readonly kind: 'refused'
  /** The kind of the command. */
  readonly command: string
  readonly rule: VenueRule
  readonly order?: string
  /** With a refused `replace`: the order that did not come to be; `order` stands as it was. */
  readonly newOrder?: string
  readonly account?: string
  readonly symbol?: string
}

export interface OrderCancelled {
  readonly kind: 'cancelled'
  readonly order: string
  readonly account: string
  readonly symbol: string
  /** Shares that will not fill any more. */
  readonly quantity: number
  readonly reason: CancelReason
}

export interface OrderReduced {
  readonly kind: 'reduced'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly by: number
  readonly left: number
}

export interface Traded {
  readonly kind: 'traded'
  readonly symbol: string
  readonly price: number
  readonly quantity: number
  readonly buyOrder: string
  readonly buyAccount: string
  /** Shares of the order still open after this fill. */
  readonly buyLeft: number
  readonly sellOrder: string
  readonly sellAccount: string
  readonly sellLeft: number
  /** Who came to whom; absent in an auction, where nobody did. */
  readonly taker?: Side
  /** The best five on each side just before: what the member's evidence shows. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

export interface StateChanged {
  readonly kind: 'state'
  readonly symbol: string
  readonly state: TradingState
  /** Why: `volatility` or `resumed` of a pause, `postponed` of a longer call, the command's word of a halt. */
  readonly reason?: string
  /** When it is to go on, milliseconds since 1970. */
  readonly until?: number
}

/** The first word of a trading day about each instrument. */
export interface DayBegun {
  readonly kind: 'day'
  readonly symbol: string
  readonly date: string
  readonly reference: number
  /** Absent when the instrument has no daily limit. */
  readonly upper?: number
  readonly lower?: number
}

/** The last word of a trading day: the price tomorrow starts from. */
export interface DayEnded {
  readonly kind: 'close'
  readonly symbol: string
  readonly date: string
  /** Absent when nothing traded that day. */
  readonly price?: number
  readonly nextReference: number
}

export interface PhaseChanged {
  readonly kind: 'phase'
  readonly date: string
  readonly phase: Phase
}

export type VenueEvent =
  | OrderAccepted
  | CommandRefused
  | OrderCancelled
  | OrderReduced
  | Traded
  | StateChanged
  | DayBegun
  | DayEnded
  | PhaseChanged

/**
 * What one transaction of the exchange wrote, as it goes to the log downstream. `first` and `firstEvent` follow the
 * batch before without a gap, and `previous` is its hash: whoever misses one reads it from PostgreSQL.
 */
export interface Batch {
  readonly shard: number
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  /** Milliseconds since 1970; the time every command of the batch was applied at. */
  readonly at: number
  readonly previous: string
  readonly hash: string
  readonly events: readonly VenueEvent[]
}

/** Depth is published after each batch and never stored: it can be made again from the book. */
export interface Book {
  readonly symbol: string
  readonly state: TradingState
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** In an auction: the price and shares it would give now. Nothing has traded yet. */
  readonly indicative?: { readonly price: number; readonly quantity: number }
}

export interface BookMessage {
  readonly shard: number
  /** The sequence of the last command these books include. */
  readonly sequence: number
  readonly at: number
  readonly books: readonly Book[]
}
