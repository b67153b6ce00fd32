// Events of a venue. They are numbered per shard without gaps; settlement, quotes and the live feed all read the same
// ones. A price only ever comes from a `traded` event.

import type { Level, OddAuctionHours, Phase, Side, Validity } from './commands.ts'
import type { VenueRule } from './refusals.ts'

/** The current trading state of an instrument. */
export type TradingState =
  /** Collecting orders for the opening auction. */
  | 'opening-call'
  | 'continuous'
  /** Two minutes of collecting orders after a price moved too far or a halt ended, then an auction. */
  | 'paused'
  /** Stopped by an announcement or an operator; nothing matches. */
  | 'halted'
  | 'closing-call'
  | 'closed'

export type CancelReason =
  /** Requested by its owner. */
  | 'asked'
  /** IOC or FOK: the part that could not be filled at once. */
  | 'unfilled'
  /** Would have traded with an order of the same account; the incoming order is cancelled. */
  | 'self-trade'
  /** A pause, a halt or the closing call removes market orders from the book. */
  | 'paused'
  /** Another order replaced it. */
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
  /** In the book of odd lots. */
  readonly odd?: true
}

export interface CommandRefused {
  readonly kind: 'refused'
  /** The kind of the command. */
  readonly command: string
  readonly rule: VenueRule
  readonly order?: string
  /** With a refused `replace`: the order that was not created; `order` stays unchanged. */
  readonly newOrder?: string
  readonly account?: string
  readonly symbol?: string
}

export interface OrderCancelled {
  readonly kind: 'cancelled'
  readonly order: string
  readonly account: string
  readonly symbol: string
  /** Shares that will no longer fill. */
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
  /** The taker's side; absent in an auction, which has no taker. */
  readonly taker?: Side
  /** The best five levels of each side just before the trade; shown in the member's evidence. */
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/**
 * A trade of odd lots. It is a kind of its own because it sets no price outside its book: the last price, the charts
 * and every rule that reads a price follow whole lots only.
 */
export interface OddTraded extends Omit<Traded, 'kind' | 'taker'> {
  readonly kind: 'odd-traded'
}

/** Both parts of a block's parent are done. Its lines follow, at most 500 with each command. */
export interface BlockDone {
  readonly kind: 'block-done'
  readonly block: string
  readonly symbol: string
  readonly side: Side
  /** Shares that filled in both books. */
  readonly filled: number
  /** What they cost or brought, in hundredths. */
  readonly value: number
  /** The one average, to the nearest hundredth; 0 when nothing filled. */
  readonly price: number
  /** How many lines follow. */
  readonly lines: number
}

/**
 * The part of a block's fills that one line gets, from the pool or to it. It is no trade of the market and sets no
 * price. A line's value at the one average is whole hundredths, so it may take two of these, a hundredth apart: then
 * price times quantity stays exact.
 */
export interface Allocated {
  readonly kind: 'allocated'
  readonly block: string
  readonly symbol: string
  readonly price: number
  readonly quantity: number
  /** On the pool's side the order is the block, with nothing left. */
  readonly buyOrder: string
  readonly buyAccount: string
  readonly buyLeft: number
  readonly sellOrder: string
  readonly sellAccount: string
  readonly sellLeft: number
}

/** The next match of odd lots would be too far from the last one and is held later. */
export interface OddDelayed {
  readonly kind: 'odd-delayed'
  readonly symbol: string
  /** The price it would have had. */
  readonly price: number
  /** Milliseconds since 1970. */
  readonly until: number
}

export interface StateChanged {
  readonly kind: 'state'
  readonly symbol: string
  readonly state: TradingState
  /** Why: `volatility` or `resumed` for a pause, `postponed` for a longer call, the command's reason for a halt. */
  readonly reason?: string
  /** When trading is to continue, milliseconds since 1970. */
  readonly until?: number
}

/** The first event of a trading day for each instrument. */
export interface DayBegun {
  readonly kind: 'day'
  readonly symbol: string
  readonly date: string
  readonly reference: number
  /** Absent when the instrument has no daily limit. */
  readonly upper?: number
  readonly lower?: number
}

/** The last event of a trading day: the reference price for the next day. */
export interface DayEnded {
  readonly kind: 'close'
  readonly symbol: string
  readonly date: string
  /** Absent when nothing traded that day. */
  readonly price?: number
  readonly nextReference: number
  /** The auction of odd lots that follows, if its hours were named. */
  readonly oddAuction?: OddAuctionHours
}

export interface PhaseChanged {
  readonly kind: 'phase'
  readonly date: string
  readonly phase: Phase
  /** With `continuous`: the draw of the day. */
  readonly seed?: string
}

export type VenueEvent =
  | OrderAccepted
  | CommandRefused
  | OrderCancelled
  | OrderReduced
  | Traded
  | OddTraded
  | BlockDone
  | Allocated
  | OddDelayed
  | StateChanged
  | DayBegun
  | DayEnded
  | PhaseChanged

/** Sent on NATS after each commit of a shard: the last committed number. The events are read from PostgreSQL. */
export interface EventsWake {
  readonly shard: number
  readonly last: number
  /** A member's order filled in this commit. The live gateway reads only then; a practice market commits all the time. */
  readonly filled?: true
}

/** The book of odd lots. After the close it shows the best price of each side only, shortly before its one match. */
export interface OddDepth {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** The price and shares of a match held now. */
  readonly indicative?: { readonly price: number; readonly quantity: number }
  /** When the next match is held, milliseconds since 1970; absent during a halt. Matches follow every five seconds. */
  readonly next?: number
}

/** Depth is published after each batch and never stored: it can be rebuilt from the book. */
export interface Book {
  readonly symbol: string
  readonly state: TradingState
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  /** In an auction: the price and shares of an auction held now. Nothing has traded yet. */
  readonly indicative?: { readonly price: number; readonly quantity: number }
  /** While odd lots are accepted. */
  readonly odd?: OddDepth
}

export interface BookMessage {
  readonly shard: number
  /** The sequence of the last command these books include. */
  readonly sequence: number
  readonly at: number
  readonly books: readonly Book[]
}
