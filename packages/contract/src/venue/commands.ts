// Commands to a venue. They are rows of exchange.queue, written as JSON in the caller's transaction; the exchange
// numbers each when it applies it. Prices are whole hundredths of a dollar and quantities whole shares: both stay far
// below 2^53, so plain JSON numbers are exact.

export type Side = 'buy' | 'sell'
/** Rest of day; immediate or cancel; fill or kill. */
export type Validity = 'ROD' | 'IOC' | 'FOK'
/** Decides which tick table and daily limits apply. */
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
  /** The trading day the order is meant for: money was held for that day's limits only. Absent: any day. */
  readonly date?: string
  /** Accounts of one owner share a group: their orders never trade with each other. Absent: only this account. */
  readonly group?: string
  /** For the book of odd lots: 1 to 999 shares. Absent: whole lots. */
  readonly odd?: true
}

export interface CancelOrder {
  readonly kind: 'cancel'
  readonly order: string
  readonly account: string
  readonly symbol: string
}

/** Removes shares from an order, which keeps its place in the queue. */
export interface ReduceOrder {
  readonly kind: 'reduce'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly by: number
}

/**
 * Ends one order and enters another in the same book in one step, so that both can never fill. The new one queues
 * behind.
 */
export interface ReplaceOrder {
  readonly kind: 'replace'
  readonly order: string
  readonly account: string
  readonly symbol: string
  readonly newOrder: string
  readonly price?: number
  readonly quantity: number
  readonly validity: Validity
  /** As in a placed order. */
  readonly date?: string
  /** Shares the old order must still have open; after a fill nothing is replaced. Absent: any number. */
  readonly left?: number
  /** As in a placed order. */
  readonly group?: string
}

/** One order of a block, with its whole quantity. */
export interface BlockLine {
  readonly order: string
  readonly account: string
  readonly quantity: number
}

/**
 * A mentor's order and those of the copies, entered as one parent. It comes in chunks. The last one enters the parent:
 * whole lots into the regular book, the remainder into the book of odd lots. When both are done, the venue divides the
 * fills among the lines.
 */
export interface PlaceBlock {
  readonly kind: 'block'
  /** The parent's id in the regular book; `<block>/odd` in the book of odd lots, `<block>/2` and so on above 499 lots. */
  readonly block: string
  /** The pool's seat, which the parent trades for. */
  readonly account: string
  readonly symbol: string
  readonly side: Side
  /** The limit. The parent is for the rest of the day. */
  readonly price: number
  /** As in a placed order. */
  readonly date: string
  /** As in a placed order, of the mentor. */
  readonly group?: string
  /** How many lines came in earlier chunks. */
  readonly from: number
  /** At most 500, in the order of the day. The first line of the first chunk is the lead, the mentor's own. */
  readonly lines: readonly BlockLine[]
  readonly last?: true
  /** Two operators refused the chunk after the engine failed on it: the block ends. */
  readonly failed?: true
}

/** Ends every resting order of an account on this shard, or in one symbol, and the blocks that it leads. */
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
  /** For the book of odd lots, which has quotes of its own. */
  readonly odd?: true
}

/**
 * A market maker's complete quote in these symbols. It replaces its earlier quotes there; orders it placed stay. Each
 * symbol is accepted or refused separately. A quote without levels removes the old one. Levels have no events of their
 * own; their trades name them `quote:<symbol>:<number>`, ids no placed order may have.
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

/** Changes how the next day begins: at another price (ex-rights, an operator's import), or with a daily limit. */
export interface SetReference {
  readonly kind: 'reference'
  readonly symbol: string
  /** Absent: the close, as on any day. */
  readonly price?: number
  /** Whether it has a daily limit from that day on. Absent: unchanged. */
  readonly limited?: boolean
}

/** The phases of a shard's day, in order. `opening-call` begins the day, `closed` ends it. */
export const phases = ['opening-call', 'continuous', 'closing-call', 'closed'] as const
export type Phase = (typeof phases)[number]

export interface ChangePhase {
  readonly kind: 'phase'
  /** The trading day, yyyy-mm-dd. */
  readonly date: string
  readonly phase: Phase
  /**
   * Decides between equal prices before the first match. It comes with `continuous`, from a beacon's round that appears
   * after the opening call's `until`: orders that enter later take no part. Logs of earlier releases have it with
   * `opening-call`. Without a seed, time decides.
   */
  readonly seed?: string
  /**
   * When the next phase is due, milliseconds since 1970. Marks the last minute of a call, in which a jump postpones the
   * auction, and the last five minutes before the closing call, in which nothing pauses. Absent: neither applies.
   */
  readonly until?: number
  /** With `opening-call`: every instrument of this day also has a book of odd lots. */
  readonly odd?: true
  /** With `closed`: the hours of the odd-lot auction that follows. Absent: ten, 55 and 60 minutes after the close. */
  readonly oddAuction?: OddAuctionHours
}

/** The odd-lot auction after the close, milliseconds since 1970. */
export interface OddAuctionHours {
  /** Orders are accepted from this time, until `until`. */
  readonly from: number
  /** The best price of each side is shown from this time. */
  readonly shown: number
  /** When the one match is held. */
  readonly until: number
}

export interface HaltInstrument {
  readonly kind: 'halt'
  readonly symbol: string
  /** A code the screens have a text for: `news`, `operator`. */
  readonly reason: string
  /** Milliseconds since 1970; order collection restarts then, as after a resume. Absent: until a resume. */
  readonly until?: number
}

/** Two minutes of collecting orders, an auction, then continuous trading. */
export interface ResumeInstrument {
  readonly kind: 'resume'
  readonly symbol: string
}

/**
 * Ends a command the engine could not apply, by decision of two operators. Its answer is the `refused` event of that
 * command.
 */
export interface RefuseCommand {
  readonly kind: 'refuse'
  /** The kind of the command that is refused. */
  readonly command: Command['kind']
  readonly order?: string
  readonly newOrder?: string
  readonly account?: string
  readonly symbol?: string
}

/** Written by the exchange itself when a timer is due and no command has arrived, so that the log also records time. */
export interface PassTime {
  readonly kind: 'time'
}

export type Command =
  | PlaceOrder
  | CancelOrder
  | ReduceOrder
  | ReplaceOrder
  | PlaceBlock
  | CancelAll
  | MassQuote
  | ListInstruments
  | SetReference
  | ChangePhase
  | HaltInstrument
  | ResumeInstrument
  | RefuseCommand
  | PassTime

/** The venue's name of a trading account. A seat is an institution of the practice market. */
export const memberAccount = (memberId: string): string => `member:${memberId}`
export const seatAccount = (seat: string): string => `seat:${seat}`
/** The seat that the parents of all blocks trade for. */
export const copyPoolAccount = seatAccount('copy-pool')
export const isSeatAccount = (account: string): boolean => account.startsWith('seat:')
export const isMemberAccount = (account: string): boolean => account.startsWith('member:')
