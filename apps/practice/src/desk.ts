// What the participants know about one instrument: its day, its state, and what each maker has standing in its book.

import { shardOf, type TradingState } from '@fairlot/contract/venue'
import { tickAt } from '@fairlot/rules/instruments'
import type { Character } from './instruments.ts'

/** Price and shares still standing. */
export type StandingLevel = [price: number, left: number]

export interface StandingQuote {
  /** The price it was made around; 0 when nothing stands. */
  centre: number
  bids: StandingLevel[]
  asks: StandingLevel[]
  /** Shares the best levels had when they were put there. */
  fullBid: number
  fullAsk: number
  /** To be made anew from this time on, whatever the price does. */
  dueAt: number
}

export interface Desk {
  readonly index: number
  readonly shard: number
  readonly character: Character
  /** Undefined until a day of it has been heard of. */
  state: TradingState | undefined
  since: number
  upper: number
  lower: number
  /** How the fair value has moved in the last minutes. */
  momentum: number
  /** False from the beginning of its day until its first trade. */
  hasTraded: boolean
  /** Buyers and sellers sent to the auction that is being collected for. */
  pairs: number
  /** One per maker, in the order of their seats. */
  readonly quotes: readonly StandingQuote[]
}

export const emptyQuote = (): StandingQuote => ({
  centre: 0,
  bids: [],
  asks: [],
  fullBid: 0,
  fullAsk: 0,
  dueAt: 0,
})

export const newDesk = (index: number, character: Character, makers: number): Desk => ({
  index,
  shard: shardOf(character.symbol),
  character,
  state: undefined,
  since: 0,
  upper: Number.POSITIVE_INFINITY,
  lower: 1,
  momentum: 0,
  hasTraded: true,
  pairs: 0,
  quotes: Array.from({ length: makers }, emptyQuote),
})

/** Nothing of it stands; it may be made anew from `dueAt` on. */
export const forgetQuote = (quote: StandingQuote, dueAt = 0): void =>
  void Object.assign(quote, emptyQuote(), { dueAt })

export const isCall = (state: TradingState | undefined): boolean =>
  state === 'opening-call' || state === 'closing-call' || state === 'paused'

export const takesOrders = (state: TradingState | undefined): boolean =>
  state === 'continuous' || isCall(state)

/** Funds have ticks so fine that following each would be noise: no step counts for less than 0.1 %. */
export const stepAt = ({ character }: Desk, price: number): number =>
  Math.max(tickAt(character.kind, price), price * 0.001)

/** The best prices the makers show; undefined on a side nobody quotes. */
export function bestOf(
  desk: Desk,
  but?: StandingQuote,
): { bid: number | undefined; ask: number | undefined } {
  let bid: number | undefined
  let ask: number | undefined
  for (const quote of desk.quotes) {
    if (quote === but) continue
    const [topBid, topAsk] = [quote.bids[0]?.[0], quote.asks[0]?.[0]]
    if (topBid !== undefined && (bid === undefined || topBid > bid)) bid = topBid
    if (topAsk !== undefined && (ask === undefined || topAsk < ask)) ask = topAsk
  }
  return { bid, ask }
}
