// The whole state of a shard's engine, with the events of the current command.

import type {
  Command,
  InstrumentKind,
  OddAuctionHours,
  Phase,
  TradingState,
  VenueEvent,
  VenueRule,
} from '@fairlot/contract/venue'
import type { Block, Line } from './block-state.ts'
import type { BookSide } from './book-side.ts'
import type { Holder, Order } from './order.ts'

/** Trades of ten seconds: the parts of the five-minute average. */
export interface Slice {
  readonly number: number
  lots: number
  /** Price times lots. */
  amount: number
}

/** The orders of one book, and what an auction of them needs. */
export interface OrderBook {
  readonly symbol: string
  /** Reference price of this day. */
  readonly reference: number
  /** The last price of the day in this book. */
  readonly last: number | undefined
  readonly buys: BookSide
  readonly sells: BookSide
  readonly holders: Map<string, Holder>
  /** The parents of blocks in this book. */
  readonly parents: Set<Order>
}

/** The book of odd lots beside an instrument's own, for one day. */
export interface OddBook extends OrderBook {
  last: number | undefined
  /** The first match of the day; all others lie whole intervals after it. */
  first: number | undefined
  /** No match before this time: the end of a delay, or of collecting orders after a halt. */
  from: number | undefined
  /** When the day closed. */
  closedAt: number | undefined
  /** The hours of the auction after the close, if the command of the close named them. */
  auction: OddAuctionHours | undefined
  /** When its next match is due. Derived, and undefined while nothing could match. */
  timer: number | undefined
}

export interface Instrument extends OrderBook {
  readonly kind: InstrumentKind
  limited: boolean
  /** From a `reference` command, until the next day begins. */
  limitedNext: boolean | undefined
  referenceOverride: number | undefined
  /** The next day's reference price unless a command overrides it. */
  referenceNext: number
  /** Reference price of this day. */
  reference: number
  upper: number | undefined
  lower: number | undefined
  state: TradingState
  reason: string | undefined
  /** When the state ends on its own: a pause, a timed halt, a postponed auction. */
  timer: number | undefined
  /** True between the first and the last event of its trading day. */
  inDay: boolean
  open: number | undefined
  last: number | undefined
  /** How many orders and quote levels have ever entered: gives their priority, and the names of quote levels. */
  entries: number
  /**
   * The entries that take part in the draw before the first match, once the list has closed: when the opening was due.
   * Undefined before, and on a day whose seed came with its opening call.
   */
  drawn: number | undefined
  slices: Slice[]
  /** For the last minute of a call: the last simulated price, whether it jumped, and shares cancelled. */
  simulated: number | undefined
  jumped: boolean
  cancelledVolume: number
  /** Absent on a day without odd lots, and for an instrument listed during a day. */
  odd: OddBook | undefined
}

export interface Venue {
  /** The time of the newest command. */
  at: number
  date: string | undefined
  phase: Phase
  /** When the phase began and when the next one is due. */
  phaseFrom: number
  phaseUntil: number | undefined
  /** Empty until the draw of the day is known. */
  seed: string
  readonly instruments: Map<string, Instrument>
  /** Sorted by symbol, so that events about all instruments have one order everywhere. */
  readonly listed: Instrument[]
  /** Resting orders by id, over all instruments, without quote levels. */
  readonly orders: Map<string, Order>
  /** Blocks whose chunks arrive or whose parent is in the books, by id. */
  readonly blocks: Map<string, Block>
  /** Blocks that are done and whose lines are not all written out, in the order of their end. */
  readonly ending: Block[]
  /** Blocks of this day that ended, with the first order of every chunk received. */
  readonly endedBlocks: Map<string, string[]>
  /** The lines of all blocks that are not written out yet, by order. */
  readonly lines: Map<string, Line>
  /** Blocks whose parent ended with the current command. */
  readonly doneBlocks: Block[]
  /** The earliest timer of any instrument. */
  due: number
  events: VenueEvent[]
  readonly touched: Set<Instrument>
}

export const newVenue = (): Venue => ({
  at: 0,
  date: undefined,
  phase: 'closed',
  phaseFrom: 0,
  phaseUntil: undefined,
  seed: '',
  instruments: new Map(),
  listed: [],
  orders: new Map(),
  blocks: new Map(),
  ending: [],
  endedBlocks: new Map(),
  lines: new Map(),
  doneBlocks: [],
  due: Number.POSITIVE_INFINITY,
  events: [],
  touched: new Set(),
})

interface About {
  readonly order?: string
  readonly newOrder?: string
  readonly account?: string
  readonly symbol?: string
}

export function refuse(venue: Venue, command: Command['kind'], rule: VenueRule, about: About): void {
  venue.events.push({ kind: 'refused', command, rule, ...about })
}

export function setTimer(venue: Venue, instrument: Instrument, time: number | undefined): void {
  if (instrument.timer === time) return
  instrument.timer = time
  findDue(venue)
}

export function setOddTimer(venue: Venue, odd: OddBook, time: number | undefined): void {
  if (odd.timer === time) return
  odd.timer = time
  findDue(venue)
}

function findDue(venue: Venue): void {
  let due = Number.POSITIVE_INFINITY
  for (const { timer, odd } of venue.listed) {
    if (timer !== undefined && timer < due) due = timer
    if (odd?.timer !== undefined && odd.timer < due) due = odd.timer
  }
  venue.due = due
}

export function addInstrument(venue: Venue, instrument: Instrument): void {
  venue.instruments.set(instrument.symbol, instrument)
  const { listed } = venue
  const index = listed.findIndex(({ symbol }) => symbol > instrument.symbol)
  listed.splice(index === -1 ? listed.length : index, 0, instrument)
}
