// The engine's state of one instrument, and the few ways its book changes.

import type { CancelReason, InstrumentKind, Side } from '@fairlot/contract/venue'
import { limitsOf } from '@fairlot/rules/instruments'
import { countCancelled, countFill } from './block.ts'
import {
  append,
  bestFive,
  bestLevel,
  type BookSide,
  collectOrders,
  newBookSide,
  remove,
  takeOff,
} from './book-side.ts'
import {
  type Holder,
  isMarket,
  isQuoted,
  isSameOwner,
  nameOf,
  newHolder,
  type Order,
  ownerOf,
} from './order.ts'
import type { Instrument, OrderBook, Venue } from './venue.ts'

/** Numbers a new entry. The first after the opening was due closes the list of the draw. */
export function countEntry(venue: Venue, instrument: Instrument): void {
  if (
    instrument.drawn === undefined &&
    venue.phase === 'opening-call' &&
    venue.seed === '' &&
    venue.phaseUntil !== undefined &&
    venue.at >= venue.phaseUntil
  )
    instrument.drawn = instrument.entries
  instrument.entries += 1
}

export function newInstrument(
  symbol: string,
  kind: InstrumentKind,
  reference: number,
  limited: boolean,
): Instrument {
  return {
    symbol,
    kind,
    limited,
    limitedNext: undefined,
    referenceOverride: undefined,
    referenceNext: reference,
    reference,
    upper: undefined,
    lower: undefined,
    state: 'closed',
    reason: undefined,
    timer: undefined,
    inDay: false,
    open: undefined,
    last: undefined,
    entries: 0,
    drawn: undefined,
    slices: [],
    simulated: undefined,
    jumped: false,
    cancelledVolume: 0,
    buys: newBookSide('buy'),
    sells: newBookSide('sell'),
    holders: new Map(),
    parents: new Set(),
    odd: undefined,
  }
}

export function setLimits(instrument: Instrument): void {
  const limits = limitsOf(instrument.kind, instrument.reference, instrument.limited)
  instrument.upper = limits?.upper
  instrument.lower = limits?.lower
}

export const sideOf = (book: OrderBook, order: Order): BookSide =>
  order.side === 'buy' ? book.buys : book.sells
export const otherSide = (book: OrderBook, order: Order): BookSide =>
  order.side === 'buy' ? book.sells : book.buys
export const lastPrice = (book: OrderBook): number => book.last ?? book.reference
/** Returns true while orders are collected for an auction and nothing matches. */
export const isCall = (instrument: Instrument): boolean =>
  instrument.state === 'opening-call' || instrument.state === 'closing-call' || instrument.state === 'paused'

/** The account's list, or a new one that is stored only once one of its orders rests. */
export const holderOf = (book: OrderBook, account: string): Holder =>
  book.holders.get(account) ?? newHolder(account)

export function rest(venue: Venue, book: OrderBook, order: Order): void {
  append(sideOf(book, order), order)
  const { holder } = order
  if (holder.first === undefined) book.holders.set(holder.account, holder)
  order.previousOwn = holder.last
  if (holder.last) holder.last.nextOwn = order
  else holder.first = order
  holder.last = order
  if (order.id !== '') venue.orders.set(order.id, order)
  if (order.block !== undefined) book.parents.add(order)
}

export function takeOut(venue: Venue, book: OrderBook, order: Order): void {
  remove(sideOf(book, order), order)
  const { holder } = order
  if (order.previousOwn) order.previousOwn.nextOwn = order.nextOwn
  else holder.first = order.nextOwn
  if (order.nextOwn) order.nextOwn.previousOwn = order.previousOwn
  else holder.last = order.previousOwn
  order.previousOwn = undefined
  order.nextOwn = undefined
  if (holder.first === undefined) book.holders.delete(holder.account)
  if (order.id !== '') venue.orders.delete(order.id)
  if (order.block !== undefined) book.parents.delete(order)
}

/** Records a fill of a resting order; the order leaves the book with its last share. */
export function fillResting(venue: Venue, book: OrderBook, order: Order, quantity: number): void {
  takeOff(sideOf(book, order), order, quantity)
  if (order.left === 0) takeOut(venue, book, order)
}

/** Records a trade about to happen, with the best five levels just before it. An auction has no taker. */
export function sayTraded(
  venue: Venue,
  instrument: Instrument,
  buy: Order,
  sell: Order,
  price: number,
  quantity: number,
  taker?: Side,
): void {
  const last = lastPrice(instrument)
  venue.events.push({
    kind: 'traded',
    symbol: instrument.symbol,
    price,
    quantity,
    buyOrder: nameOf(instrument.symbol, buy),
    buyAccount: buy.holder.account,
    buyLeft: buy.left - quantity,
    sellOrder: nameOf(instrument.symbol, sell),
    sellAccount: sell.holder.account,
    sellLeft: sell.left - quantity,
    ...(taker !== undefined && { taker }),
    bids: bestFive(instrument.buys, last),
    asks: bestFive(instrument.sells, last),
  })
  countFill(venue, buy, price, quantity)
  countFill(venue, sell, price, quantity)
}

/** Records that an order will no longer fill. Levels of a quote end without an event. */
export function sayCancelled(venue: Venue, book: OrderBook, order: Order, reason: CancelReason): void {
  if (isQuoted(order)) return
  venue.events.push({
    kind: 'cancelled',
    order: order.id,
    account: order.holder.account,
    symbol: book.symbol,
    quantity: order.left,
    reason,
  })
  countCancelled(venue, order, reason)
}

export function cancelResting(venue: Venue, book: OrderBook, order: Order, reason: CancelReason): void {
  sayCancelled(venue, book, order, reason)
  takeOut(venue, book, order)
}

/** All orders of both sides in order of entry: always the same, also after a restore. */
export function allOrders(book: OrderBook): Order[] {
  const orders: Order[] = []
  collectOrders(book.buys, orders)
  collectOrders(book.sells, orders)
  return orders.sort((a, b) => a.entry - b.entry)
}

/** A call accepts no market orders, so those waiting when one begins are cancelled. */
export function cancelMarketOrders(venue: Venue, instrument: Instrument): void {
  for (const side of [instrument.buys, instrument.sells])
    while (side.market.first) cancelResting(venue, instrument, side.market.first, 'paused')
}

/** Whether the best limit orders of both sides could trade. */
export function isCrossed(book: OrderBook): boolean {
  const bid = bestLevel(book.buys)
  const ask = bestLevel(book.sells)
  return bid !== undefined && ask !== undefined && bid.price >= ask.price
}

export const crosses = (a: Order, b: Order): boolean =>
  a.side !== b.side &&
  (isMarket(a) || isMarket(b) || (a.side === 'buy' ? a.price >= b.price : a.price <= b.price))

/** Whether its owner has an order on the other side that it could match in an auction. */
export function meetsOwn(book: OrderBook, order: Order): boolean {
  const owner = ownerOf(order)
  const holder = order.block === undefined ? order.holder : book.holders.get(owner)
  for (let own = holder?.first; own; own = own.nextOwn) if (crosses(order, own)) return true
  for (const parent of book.parents) if (ownerOf(parent) === owner && crosses(order, parent)) return true
  return order.group !== '' && meetsGroup(otherSide(book, order), order)
}

/** Few orders have a group, so scanning the side costs less than keeping a list per group. */
function meetsGroup(side: BookSide, order: Order): boolean {
  const orders: Order[] = []
  collectOrders(side, orders)
  return orders.some((other) => isSameOwner(order, other) && crosses(order, other))
}
