// Odd lots in the practice market. One maker quotes them a tick outside the best prices of whole lots, and after the close
// a tick outside the closing price. What it has bought
// or sold in them it pools: as soon as it is a whole lot, it trades that in the regular book. Traders send an odd lot now
// and then.

import { type Level, type PlaceOrder, type Quote, seatAccount } from '@fairlot/contract/venue'
import { lotSize, maxOddShares, stepPrice } from '@fairlot/rules/instruments'
import { canBuy, type Holding, sellable } from './holdings.ts'
import { bestOf, type InstrumentState } from './instrument-state.ts'
import { noteQuote } from './makers.ts'
import type { Moment, SentOrder } from './traders.ts'

const levels = 3
/** The books of odd lots match every five seconds: quoting more often would change nothing. */
const quotedForMs = 5_000
const pooledAgainMs = 10_000
const patienceMs = 60_000
const poolStart = 'pool.'

/** Which maker it is: the one with the widest quotes, which are rarely in the way of the lots it pools. */
export const oddMakerOf = (makers: readonly Holding[]): number => makers.length - 1

export const isPooled = (order: string): boolean => order.startsWith(poolStart)

/** The quote it wants now; undefined when the one it has is still good, or when there is no price for one. */
export function oddQuote(instrument: InstrumentState, holding: Holding, at: number): Quote | undefined {
  const { odd, state } = instrument
  if (odd.isOff || at < odd.quote.dueAt) return undefined
  if (state === 'closed') return auctionQuote(instrument, holding, at)
  if (state !== 'continuous') return undefined
  const best = bestOf(instrument)
  if (best.bid !== undefined && best.ask !== undefined && best.bid >= best.ask) return undefined
  const wanted = quoteAround(instrument, holding, best)
  if (wanted.bids.length + wanted.asks.length === 0 || isStillGood(instrument, wanted)) return undefined
  noteQuote(odd.quote, wanted, 1)
  odd.quote.dueAt = at + quotedForMs
  return wanted
}

/** Once for the auction after the close: a tick outside the closing price on each side. */
function auctionQuote(instrument: InstrumentState, holding: Holding, at: number): Quote | undefined {
  const { odd } = instrument
  if (odd.auction === undefined || at < odd.auction.from || at >= odd.auction.until) return undefined
  const { price } = odd.auction
  const wanted = quoteAround(instrument, holding, { bid: price, ask: price })
  if (wanted.bids.length + wanted.asks.length === 0) return undefined
  noteQuote(odd.quote, wanted, 1)
  return wanted
}

/** Outside these prices, with at most what the maker has. */
function quoteAround(
  { character, index, lower, upper }: InstrumentState,
  holding: Holding,
  { bid, ask }: { readonly bid: number | undefined; readonly ask: number | undefined },
): Quote {
  const isIn = (price: number): boolean => price >= lower && price <= upper
  const bids =
    bid !== undefined && canBuy(holding)
      ? pricesFrom(bid, (price) => stepPrice(character.kind, price, -1), isIn)
      : []
  const asks = ask === undefined ? [] : pricesFrom(ask, (price) => stepPrice(character.kind, price, 1), isIn)
  let left = sellable(holding, index)
  return {
    symbol: character.symbol,
    bids: bids.map((price): Level => [price, maxOddShares]),
    asks: asks.flatMap((price): Level[] => {
      const size = Math.min(maxOddShares, left)
      left -= size
      return size > 0 ? [[price, size]] : []
    }),
    odd: true,
  }
}

/** The next prices outside the best one. */
function pricesFrom(best: number, next: (price: number) => number, isIn: (price: number) => boolean) {
  const prices: number[] = []
  for (let price = next(best), before = best; prices.length < levels; before = price, price = next(price)) {
    if (price === before || !isIn(price)) break
    prices.push(price)
  }
  return prices
}

/** Off by a tick at most, and little of it has traded. */
function isStillGood({ odd, character }: InstrumentState, wanted: Quote): boolean {
  const isNear = (mine: Level | undefined, best: Level | undefined): boolean => {
    if (!mine || !best) return mine === best
    if (mine[1] < best[1] / 2) return false
    return [-1, 0, 1].some((ticks) => stepPrice(character.kind, mine[0], ticks) === best[0])
  }
  return isNear(odd.quote.bids[0], wanted.bids[0]) && isNear(odd.quote.asks[0], wanted.asks[0])
}

/** Whole lots of what it has traded in odd ones, for the regular book. */
export function poolOrder(
  instrument: InstrumentState,
  holding: Holding,
  oddMaker: number,
  { at, orderId }: Moment,
): PlaceOrder | undefined {
  const { odd, character, index, state } = instrument
  if (Math.abs(odd.net) < lotSize || at < odd.poolAt || state !== 'continuous') return undefined
  const side = odd.net > 0 ? 'sell' : 'buy'
  const best = bestOf(instrument, instrument.quotes[oddMaker])
  const price = side === 'sell' ? best.bid : best.ask
  const quantity = Math.floor(Math.abs(odd.net) / lotSize) * lotSize
  if (price === undefined || (side === 'sell' ? sellable(holding, index) < quantity : !canBuy(holding)))
    return undefined
  odd.poolAt = at + pooledAgainMs
  return {
    kind: 'place',
    order: `${poolStart}${orderId(holding)}`,
    account: seatAccount(holding.code),
    symbol: character.symbol,
    side,
    price,
    quantity,
    validity: 'IOC',
  }
}

/** A trader's odd lot, at a price that trades with its quote. */
export function oddOrder(
  instrument: InstrumentState,
  trader: Holding,
  { at, random, orderId }: Moment,
): SentOrder | undefined {
  const { odd, character, index, lower, upper, state } = instrument
  const side = random.next() < 0.5 ? 'buy' : 'sell'
  const offered = side === 'buy' ? odd.quote.asks[0] : odd.quote.bids[0]
  // Most odd lots are small.
  const quantity = 1 + Math.floor(maxOddShares * random.next() ** 3)
  if (state !== 'continuous' || !offered) return undefined
  if (side === 'buy' ? !canBuy(trader) : sellable(trader, index) < quantity) return undefined
  const price = stepPrice(character.kind, offered[0], side === 'buy' ? 1 : -1)
  return {
    command: {
      kind: 'place',
      order: orderId(trader),
      account: seatAccount(trader.code),
      symbol: character.symbol,
      side,
      price: Math.min(upper, Math.max(lower, price)),
      quantity,
      validity: 'ROD',
      odd: true,
    },
    until: at + patienceMs,
  }
}
