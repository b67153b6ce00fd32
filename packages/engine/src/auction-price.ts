// The price of a call auction: the one at which most shares trade, every better order is filled, and at least one side
// is filled at the price itself. Of several such prices the nearest to the last trade wins.

import { bestLevel } from './book-side.ts'
import { lastPrice } from './instrument.ts'
import type { OrderBook } from './venue.ts'

export interface AuctionPrice {
  readonly price: number
  readonly quantity: number
}

export function auctionPrice(book: OrderBook): AuctionPrice | undefined {
  const bids = book.buys.levels
  const asks = book.sells.levels
  const bestBid = bestLevel(book.buys)?.price
  const bestAsk = bestLevel(book.sells)?.price
  if (bestBid === undefined || bestAsk === undefined || bestBid < bestAsk) return undefined

  // Only bids at or above the best ask and asks at or below the best bid can trade. Walk their prices upwards.
  let bid = bids.length
  let demand = 0
  while (bid > 0 && bids[bid - 1]!.price >= bestAsk) {
    bid -= 1
    demand += bids[bid]!.quantity
  }
  let ask = asks.length - 1
  let supply = 0
  let max = 0
  let lowest = 0
  let highest = 0
  for (;;) {
    const bidLevel = bids[bid]
    const askLevel = ask >= 0 && asks[ask]!.price <= bestBid ? asks[ask] : undefined
    if (bidLevel === undefined && askLevel === undefined) break
    const price = Math.min(
      bidLevel?.price ?? Number.POSITIVE_INFINITY,
      askLevel?.price ?? Number.POSITIVE_INFINITY,
    )
    const supplyBelow = supply
    if (askLevel?.price === price) {
      supply += askLevel.quantity
      ask -= 1
    }
    let demandHere = 0
    if (bidLevel?.price === price) {
      demandHere = bidLevel.quantity
      bid += 1
    }
    const volume = Math.min(demand, supply)
    const demandAbove = demand - demandHere
    if (volume >= max && demandAbove <= volume && supplyBelow <= volume) {
      if (volume > max) lowest = price
      max = volume
      highest = price
    }
    demand = demandAbove
  }
  if (max === 0) throw new Error(`${book.symbol}: a crossed book has no auction price`)
  // The qualifying prices have no gap between them, and the last price lies on a tick. If it qualifies it is the
  // nearest; otherwise one of the ends is.
  return { price: Math.min(Math.max(lastPrice(book), lowest), highest), quantity: max }
}
