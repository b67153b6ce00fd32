// Fills a call auction at its one price. Better prices fill first; equal prices by time, or before the first match of
// the day by a lot drawn from the day's seed. An order that entered after the list closed comes after the drawn ones.

import { type AuctionPrice, auctionPrice } from './auction-price.ts'
import type { BookSide } from './book-side.ts'
import { drawLot, lotteryOf } from './hash.ts'
import { fillResting, isCrossed, sayTraded } from './instrument.ts'
import type { Instrument, OrderBook, Venue } from './venue.ts'
import { isSameOwner, type Order } from './order.ts'
import { recordTrade } from './volatility.ts'

export function holdAuction(venue: Venue, instrument: Instrument): void {
  const found = auctionPrice(instrument)
  if (found === undefined) return
  const placeOf =
    instrument.last === undefined && venue.seed !== ''
      ? lots(lotteryOf(venue.seed, venue.date!, instrument.symbol), instrument.drawn ?? instrument.entries)
      : undefined
  fillAuction(venue, instrument, found, placeOf, (buy, sell, shares) => {
    sayTraded(venue, instrument, buy, sell, found.price, shares)
    recordTrade(venue, instrument, found.price, shares)
  })
}

type PlaceOf = ((order: Order) => number) | undefined

/** Fills the orders of a book at one price; `trade` records each trade just before its shares leave the book. */
export function fillAuction(
  venue: Venue,
  book: OrderBook,
  { price, quantity }: AuctionPrice,
  placeOf: PlaceOf,
  trade: (buy: Order, sell: Order, shares: number) => void,
): void {
  const buys = inLine(book.buys, quantity, placeOf)
  const sells = inLine(book.sells, quantity, placeOf)

  let left = quantity
  let buyer = 0
  let seller = 0
  while (left > 0) {
    const buy = buys[buyer]!
    const sell = sells[seller]!
    if (isSameOwner(buy, sell))
      throw new Error(`${book.symbol}: the owner of ${buy.holder.account} would trade with itself`)
    if (buy.price < price || sell.price > price)
      throw new Error(`${book.symbol}: an order would fill beyond its limit`)
    const shares = Math.min(buy.left, sell.left, left)
    trade(buy, sell, shares)
    fillResting(venue, book, buy, shares)
    fillResting(venue, book, sell, shares)
    if (buy.left === 0) buyer += 1
    if (sell.left === 0) seller += 1
    left -= shares
  }
  if (isCrossed(book)) throw new Error(`${book.symbol}: the book is crossed after its auction`)
}

/** The place of an entry among equal prices: its lot, or behind all lots if it is not one of the `drawn` entries. */
export const lots =
  (lottery: number, drawn: number) =>
  ({ entry }: Order): number =>
    entry <= drawn ? drawLot(lottery, entry) : 2 ** 32

/** The orders of a side that this quantity reaches, in fill order. */
function inLine(side: BookSide, quantity: number, placeOf: PlaceOf): Order[] {
  const line: Order[] = []
  let reached = 0
  for (let index = side.levels.length - 1; reached < quantity; index -= 1) {
    const level = side.levels[index]!
    const queue: Order[] = []
    for (let order = level.first; order; order = order.next) queue.push(order)
    if (placeOf) queue.sort((a, b) => placeOf(a) - placeOf(b) || a.entry - b.entry)
    for (const order of queue) line.push(order)
    reached += level.quantity
  }
  return line
}
