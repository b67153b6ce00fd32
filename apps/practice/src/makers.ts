// Market makers: each shows several prices on both sides around what it believes, wider when the instrument is
// volatile, leaning against what it has too much of. A quote is changed only when it is off by a step, when it was
// hit, or now and then by itself.

import type { Level, Quote } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick, lotSize, stepPrice, tickAt } from '@fairlot/rules/instruments'
import { bestOf, type Desk, isCall, type StandingQuote, stepAt, takesOrders } from './desk.ts'
import { canBuy, type Holding, sellable, surplus } from './holdings.ts'
import { usualShares } from './instruments.ts'
import type { Random } from './random.ts'

interface MakerStyle {
  readonly levels: number
  /** Half of the spread, in steps. */
  readonly half: number
  /** How far the fair value may run before the quote follows, in steps. */
  readonly tolerance: number
  /** Against a usual order. */
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

/** Too much of it: a little cheaper; too little: a little dearer. */
export const leaning = (desk: Desk, holding: Holding, { fair }: Belief): number =>
  fair - 3 * surplus(holding, desk.index) * stepAt(desk, fair)

export function wantsQuote(
  desk: Desk,
  quote: StandingQuote,
  maker: number,
  centre: number,
  belief: Belief,
  at: number,
): boolean {
  if (!takesOrders(desk.state)) return false
  if (quote.centre === 0) return at >= quote.dueAt
  const off = Math.abs(centre - quote.centre) / stepAt(desk, centre)
  // A call collects quietly: what is changed late in it may postpone its auction.
  if (isCall(desk.state)) return off > 4 * styleOf(maker).tolerance
  return at >= quote.dueAt || off > styleOf(maker).tolerance * Math.max(0.8, belief.volatility)
}

export function makeQuote(
  desk: Desk,
  quote: StandingQuote,
  maker: number,
  holding: Holding,
  centre: number,
  belief: Belief,
  random: Random,
): Quote {
  const { kind, symbol } = desk.character
  const style = styleOf(maker)
  const half = stepAt(desk, centre) * style.half * Math.max(0.7, belief.volatility)
  let bid = floorToTick(kind, centre - half)
  let ask = ceilToTick(kind, centre + half)
  if (desk.state === 'continuous') {
    // Never into another maker's quote: who moves first would only trade against who has not moved yet.
    const others = bestOf(desk, quote)
    if (others.ask !== undefined && bid >= others.ask) bid = stepPrice(kind, others.ask, -1)
    if (others.bid !== undefined && ask <= others.bid) ask = stepPrice(kind, others.bid, 1)
  }
  // At a limit there is one side left: nobody sells below what tomorrow may bring, nobody buys above.
  if (centre < desk.upper) ask = Math.min(ask, desk.upper)
  if (centre > desk.lower) bid = Math.max(bid, desk.lower)
  bid = Math.min(bid, desk.upper)
  ask = Math.max(ask, desk.lower)
  if (bid >= ask) bid = stepPrice(kind, ask, -1)

  const usual = usualShares(desk.character, centre) / lotSize
  const gap = Math.max(1, Math.round((0.5 * stepAt(desk, centre)) / tickAt(kind, centre)))
  const sizeAt = (level: number): number =>
    lotSize *
    Math.max(
      1,
      Math.min(largestLots, Math.round(usual * style.size * (0.7 + 0.6 * random.next()) * (1 + 0.2 * level))),
    )

  const bids: Level[] = []
  for (let level = 0; level < style.levels && canBuy(holding); level += 1) {
    if (bid < desk.lower || bid <= 0) break
    bids.push([bid, sizeAt(level)])
    const below = stepPrice(kind, bid, -gap)
    if (below === bid) break
    bid = below
  }
  const asks: Level[] = []
  let left = Math.floor(sellable(holding, desk.index) / lotSize) * lotSize
  for (let level = 0; level < style.levels && left > 0; level += 1) {
    if (ask > desk.upper) break
    const size = Math.min(left, sizeAt(level))
    asks.push([ask, size])
    left -= size
    ask = stepPrice(kind, ask, gap)
  }
  return { symbol, bids, asks }
}

/** Notes what stands from now on, as if the venue had taken it already. */
export function noteQuote(quote: StandingQuote, made: Quote, centre: number): void {
  quote.centre = centre
  quote.bids = made.bids.map(([price, shares]) => [price, shares])
  quote.asks = made.asks.map(([price, shares]) => [price, shares])
  quote.fullBid = made.bids[0]?.[1] ?? 0
  quote.fullAsk = made.asks[0]?.[1] ?? 0
  quote.dueAt = Number.POSITIVE_INFINITY
}

/** A level was hit; when little of the best is left the quote is made anew after a moment. */
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
