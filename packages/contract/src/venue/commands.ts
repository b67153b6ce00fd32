// What may be asked of a venue. Commands are rows of exchange.queue, written as JSON in the transaction of whoever
// asks; the exchange gives each its sequence when it applies it. Prices are whole hundredths of a dollar and
// quantities whole shares: both stay far below 2^53, so they cross as plain numbers and no rounding can happen.

export type Side = 'buy' | 'sell'
/** Rest of day; immediate or cancel; fill or kill. */
export type Validity = 'ROD' | 'IOC' | 'FOK'
/** Which tick table and which daily limits hold for it. */
export type InstrumentKind = 'stock' | 'etf'

export interface PlaceOrder {
  readonly kind: 'place'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly side: Side
  /** Absent for a market order. */
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** The trading day it is meant for. What was frozen for it holds for that day's limits only; absent: any day. */
  readonly date?: string
}

export interface CancelOrder {
  readonly kind: 'cancel'
  readonly order: string
  readonly account: string
  readonly symbol: string
}

/** Takes shares off an order and keeps its place in the queue. */
export interface ReduceOrder {
  readonly kind: 'reduce'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly by: number
}

/** Ends one order and enters another in its stead, in one step: both can never fill. The new one queues behind. */
export interface ReplaceOrder {
  readonly kind: 'replace'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly newOrder: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** As of a placed order. */
  readonly date?: string
  /** Shares the old order must still have open: if a fill came first, nothing is replaced. Absent: however many. */
  readonly left?: number
}

/** Ends every resting order of an account on this shard, or in one symbol. */
export interface CancelAll {
  readonly kind: 'cancel-all'
  readonly account: string
  readonly symbol?: string
}

/** Price and shares. */
export type Level = readonly [price: number, quantity: number]

export interface Quote {
  readonly symbol: string
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

/**
 * A market maker's whole quote in these symbols: what it quoted there before is gone, orders it placed stay. Each
 * symbol stands or is refused by itself. A quote without levels takes the old one away. Levels come and go without
 * events of their own; their trades name them `quote:<symbol>:<number>`, ids no placed order may have.
 */
export interface MassQuote {
  readonly kind: 'quote'
  readonly account: string
  readonly quotes: readonly Quote[]
}

export interface ListedInstrument {
  readonly symbol: string
  readonly instrument: InstrumentKind
  /** The opening reference price of its first day here. */
  readonly reference: number
  /** False for the first five days of a new listing and for funds with foreign components. */
  readonly limited: boolean
}

export interface ListInstruments {
  readonly kind: 'list'
  readonly instruments: readonly ListedInstrument[]
}

/** The next day begins at this price in place of the close: ex-rights, or an operator's import. */
export interface SetReference {
  readonly kind: 'reference'
  readonly symbol: string
  readonly price: number
  /** Whether it has a daily limit from that day on. Absent: as before. */
  readonly limited?: boolean
}

/** The day of a shard, in this order. `opening-call` begins the day, `closed` ends it. */
export const phases = ['opening-call', 'continuous', 'closing-call', 'closed'] as const
export type Phase = (typeof phases)[number]

export interface ChangePhase {
  readonly kind: 'phase'
  /** The trading day, yyyy-mm-dd. */
  readonly date: string
  readonly phase: Phase
  /** With `opening-call`: decides between equal prices before the first match. Stored, so a replay fills the same. */
  readonly seed?: string
  /**
   * When the next phase is due, milliseconds since 1970. Tells the last minute of a call, whose jumps postpone the
   * auction, and the last five minutes before the closing call, in which nothing pauses. Absent: neither applies.
   */
  readonly until?: number
}

export interface HaltInstrument {
  readonly kind: 'halt'
  readonly symbol: string
  /** A code the screens have a text for: `news`, `operator`. */
  readonly reason: string
  /** Milliseconds since 1970; orders are collected again from then, as after a resume. Absent: until a resume. */
  readonly until?: number
}

/** Two minutes of collecting orders, an auction, then continuous trading. */
export interface ResumeInstrument {
  readonly kind: 'resume'
  readonly symbol: string
}

/** Written by the exchange itself when a timer is due and no command has come: time passes in the log too. */
export interface PassTime {
  readonly kind: 'time'
}

export type Command =
  | PlaceOrder
  | CancelOrder
  | ReduceOrder
  | ReplaceOrder
  | CancelAll
  | MassQuote
  | ListInstruments
  | SetReference
  | ChangePhase
  | HaltInstrument
  | ResumeInstrument
  | PassTime

/** The venue's name for who trades. A seat is an institution of the practice market. */
export const memberAccount = (memberId: string): string => `member:${memberId}`
export const seatAccount = (seat: string): string => `seat:${seat}`
export const isSeatAccount = (account: string): boolean => account.startsWith('seat:')
