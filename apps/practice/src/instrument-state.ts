// What the participants know about one instrument: its day, its state, and each maker's quote in its book.

import { shardOf, type TradingState } from '@fairlot/contract/venue'
import { tickAt } from '@fairlot/rules/instruments'
import type { Character } from './instruments.ts'

/** Price and remaining shares. */
export type StandingLevel = [price: number, left: number]

export interface StandingQuote {
  /** The price it was made around; 0 when there is no quote. */
  centre: number
  bids: StandingLevel[]
  asks: StandingLevel[]
  /** The initial shares of the best levels. */
  fullBid: number
  fullAsk: number
  /** Renewed from this time on, regardless of the price. */
  dueAt: number
}

/** What the maker of odd lots knows about one instrument. */
export interface OddPart {
  readonly quote: StandingQuote
  /** Shares bought less shares sold in odd lots, and not pooled yet. */
  net: number
  /** No lots are pooled before this time. */
  poolAt: number
  /** The venue has no odd lots of it today. */
  isOff: boolean
  /** After the close: the hours of the auction, and the closing price. */
  auction: OddAuctionPart | undefined
}

export interface OddAuctionPart {
  readonly from: number
  readonly until: number
  readonly price: number
}

export interface InstrumentState {
  readonly index: number
  readonly shard: number
  readonly character: Character
  /** Undefined until a day of it was received. */
  state: TradingState | undefined
  since: number
  upper: number
  lower: number
  /** The fair value's move in the last minutes. */
  momentum: number
  /** False from the beginning of its day until its first trade. */
  hasTraded: boolean
  /** The reference that the last close named for the next day. */
  nextReference: number | undefined
  /** Buyers and sellers sent to the current auction. */
  pairs: number
  /** One per maker, in the order of their seats. */
  readonly quotes: readonly StandingQuote[]
  readonly odd: OddPart
}

export const emptyQuote = (): StandingQuote => ({
  centre: 0,
  bids: [],
  asks: [],
  fullBid: 0,
  fullAsk: 0,
  dueAt: 0,
})

export const newInstrumentState = (index: number, character: Character, makers: number): InstrumentState => ({
  index,
  shard: shardOf(character.symbol),
  character,
  state: undefined,
  since: 0,
  upper: Number.POSITIVE_INFINITY,
  lower: 1,
  momentum: 0,
  hasTraded: true,
  nextReference: undefined,
  pairs: 0,
  quotes: Array.from({ length: makers }, emptyQuote),
  odd: { quote: emptyQuote(), net: 0, poolAt: 0, isOff: false, auction: undefined },
})

/** There are no quotes in either book. */
export const forgetQuotes = ({ quotes, odd }: InstrumentState): void => {
  for (const quote of [...quotes, odd.quote]) forgetQuote(quote)
}

/** There is no quote; a new one may be made from `dueAt` on. */
export const forgetQuote = (quote: StandingQuote, dueAt = 0): void =>
  void Object.assign(quote, emptyQuote(), { dueAt })

export const isCall = (state: TradingState | undefined): boolean =>
  state === 'opening-call' || state === 'closing-call' || state === 'paused'

export const takesOrders = (state: TradingState | undefined): boolean =>
  state === 'continuous' || isCall(state)

/** ETFs have ticks so fine that following each would be noise: a step is at least 0.1 %. */
export const stepAt = ({ character }: InstrumentState, price: number): number =>
  Math.max(tickAt(character.kind, price), price * 0.001)

/** The best prices of the makers; undefined on a side without quotes. */
export function bestOf(
  instrument: InstrumentState,
  but?: StandingQuote,
): { bid: number | undefined; ask: number | undefined } {
  let bid: number | undefined
  let ask: number | undefined
  for (const quote of instrument.quotes) {
    if (quote === but) continue
    const [topBid, topAsk] = [quote.bids[0]?.[0], quote.asks[0]?.[0]]
    if (topBid !== undefined && (bid === undefined || topBid > bid)) bid = topBid
    if (topAsk !== undefined && (ask === undefined || topAsk < ask)) ask = topAsk
  }
  return { bid, ask }
}
