// Market makers: each quotes several prices on both sides around its fair value, wider when the instrument is volatile,
// and skewed to reduce a surplus. A quote is changed only when it is off by a step, when it was hit, or occasionally by
// itself.

import type { Level, Quote } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick, lotSize, stepPrice, tickAt } from '@fairlot/rules/instruments'
import {
  bestOf,
  type InstrumentState,
  isCall,
  type StandingQuote,
  stepAt,
  takesOrders,
} from './instrument-state.ts'
import { canBuy, type Holding, sellable, surplus } from './holdings.ts'
import { usualShares } from './instruments.ts'
import type { Random } from './random.ts'

interface MakerStyle {
  readonly levels: number
  /** Half of the spread, in steps. */
  readonly half: number
  /** How far the fair value may move before the quote follows, in steps. */
  readonly tolerance: number
  /** Relative to a usual order. */
  readonly size: number
}

const styles: readonly MakerStyle[] = [
  { levels: 6, half: 0.5, tolerance: 0.55, size: 2 },
  { levels: 6, half: 0.8, tolerance: 0.7, size: 3 },
  { levels: 8, half: 1.3, tolerance: 0.9, size: 4 },
]
export const styleOf = (maker: number): MakerStyle => styles[maker % styles.length]!

const largestLots = 400

export interface Belief {
  readonly fair: number
  /** 1 is usual. */
  readonly volatility: number
}

/** Lowers the price with a surplus and raises it with a shortage. */
export const leaning = (instrument: InstrumentState, holding: Holding, { fair }: Belief): number =>
  fair - 3 * surplus(holding, instrument.index) * stepAt(instrument, fair)

export function wantsQuote(
  instrument: InstrumentState,
  quote: StandingQuote,
  maker: number,
  centre: number,
  belief: Belief,
  at: number,
): boolean {
  if (!takesOrders(instrument.state)) return false
  if (quote.centre === 0) return at >= quote.dueAt
  const off = Math.abs(centre - quote.centre) / stepAt(instrument, centre)
  // In a call, quotes rarely change: a late change may postpone its auction.
  if (isCall(instrument.state)) return off > 4 * styleOf(maker).tolerance
  return at >= quote.dueAt || off > styleOf(maker).tolerance * Math.max(0.8, belief.volatility)
}

export function makeQuote(
  instrument: InstrumentState,
  quote: StandingQuote,
  maker: number,
  holding: Holding,
  centre: number,
  belief: Belief,
  random: Random,
): Quote {
  const { kind, symbol } = instrument.character
  const style = styleOf(maker)
  const half = stepAt(instrument, centre) * style.half * Math.max(0.7, belief.volatility)
  let bid = floorToTick(kind, centre - half)
  let ask = ceilToTick(kind, centre + half)
  if (instrument.state === 'continuous') {
    // Never into another maker's quote: the first to move would only trade against makers who have not moved yet.
    const others = bestOf(instrument, quote)
    if (others.ask !== undefined && bid >= others.ask) bid = stepPrice(kind, others.ask, -1)
    if (others.bid !== undefined && ask <= others.bid) ask = stepPrice(kind, others.bid, 1)
  }
  // At a limit there is only one side: no maker sells below a possible price of tomorrow, none buys above.
  if (centre < instrument.upper) ask = Math.min(ask, instrument.upper)
  if (centre > instrument.lower) bid = Math.max(bid, instrument.lower)
  bid = Math.min(bid, instrument.upper)
  ask = Math.max(ask, instrument.lower)
  if (bid >= ask) bid = stepPrice(kind, ask, -1)

  const usual = usualShares(instrument.character, centre) / lotSize
  const gap = Math.max(1, Math.round((0.5 * stepAt(instrument, centre)) / tickAt(kind, centre)))
  const sizeAt = (level: number): number =>
    lotSize *
    Math.max(
      1,
      Math.min(largestLots, Math.round(usual * style.size * (0.7 + 0.6 * random.next()) * (1 + 0.2 * level))),
    )

  const bids: Level[] = []
  for (let level = 0; level < style.levels && canBuy(holding); level += 1) {
    if (bid < instrument.lower || bid <= 0) break
    bids.push([bid, sizeAt(level)])
    const below = stepPrice(kind, bid, -gap)
    if (below === bid) break
    bid = below
  }
  const asks: Level[] = []
  let left = Math.floor(sellable(holding, instrument.index) / lotSize) * lotSize
  for (let level = 0; level < style.levels && left > 0; level += 1) {
    if (ask > instrument.upper) break
    const size = Math.min(left, sizeAt(level))
    asks.push([ask, size])
    left -= size
    ask = stepPrice(kind, ask, gap)
  }
  return { symbol, bids, asks }
}

/** Records the new quote as if the venue had already accepted it. */
export function noteQuote(quote: StandingQuote, made: Quote, centre: number): void {
  quote.centre = centre
  quote.bids = made.bids.map(([price, shares]) => [price, shares])
  quote.asks = made.asks.map(([price, shares]) => [price, shares])
  quote.fullBid = made.bids[0]?.[1] ?? 0
  quote.fullAsk = made.asks[0]?.[1] ?? 0
  quote.dueAt = Number.POSITIVE_INFINITY
}

/** A level was hit; when little of the best level is left, the quote is renewed after a moment. */
export function noteHit(
  quote: StandingQuote,
  side: 'buy' | 'sell',
  price: number,
  shares: number,
  again: number,
): void {
  const levels = side === 'buy' ? quote.bids : quote.asks
  const at = levels.findIndex((level) => level[0] === price)
  if (at === -1) return
  const level = levels[at]!
  level[1] -= shares
  if (level[1] <= 0) levels.splice(at, 1)
  const full = side === 'buy' ? quote.fullBid : quote.fullAsk
  const best = side === 'buy' ? quote.bids[0] : quote.asks[0]
  if (at === 0 && (level[1] <= 0 || !best || best[1] < 0.4 * full)) quote.dueAt = Math.min(quote.dueAt, again)
}
