// What the engine knows about one instrument, and the few ways its book changes.

import type { CancelReason, InstrumentKind, Side, TradingState } from '@fairlot/contract/venue'
import { limitsOf } from '@fairlot/rules/instruments'
import { append, bestFive, type BookSide, collectOrders, newBookSide, remove, takeOff } from './book-side.ts'
import { type Holder, isMarket, isQuoted, nameOf, newHolder, type Order } from './order.ts'
import type { Venue } from './venue.ts'

/** What traded in ten seconds: the pieces of the five-minute average. */
export interface Slice {
  readonly number: number
  lots: number
  /** Price times lots. */
  amount: number
}

export interface Instrument {
  readonly symbol: string
  readonly kind: InstrumentKind
  limited: boolean
  /** From a `reference` command, until the next day begins. */
  limitedNext: boolean | undefined
  referenceOverride: number | undefined
  /** Where the next day begins when nothing overrides it. */
  referenceNext: number
  /** Of this day. */
  reference: number
  upper: number | undefined
  lower: number | undefined
  state: TradingState
  reason: string | undefined
  /** When the state ends by itself: a pause, a timed halt, a postponed auction. */
  timer: number | undefined
  /** Between the first word of a day about it and the last. */
  inDay: boolean
  open: number | undefined
  last: number | undefined
  /** How many orders and quote levels have come in, ever: their priority, and the names of quote levels. */
  entries: number
  slices: Slice[]
  /** Of the last minute of a call: the last simulated price, whether it jumped, and shares withdrawn. */
  simulated: number | undefined
  jumped: boolean
  withdrawn: number
  readonly buys: BookSide
  readonly sells: BookSide
  readonly holders: Map<string, Holder>
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
    slices: [],
    simulated: undefined,
    jumped: false,
    withdrawn: 0,
    buys: newBookSide('buy'),
    sells: newBookSide('sell'),
    holders: new Map(),
  }
}

export function setLimits(instrument: Instrument): void {
  const limits = limitsOf(instrument.kind, instrument.reference, instrument.limited)
  instrument.upper = limits?.upper
  instrument.lower = limits?.lower
}

export const sideOf = (instrument: Instrument, order: Order): BookSide =>
  order.side === 'buy' ? instrument.buys : instrument.sells
export const otherSide = (instrument: Instrument, order: Order): BookSide =>
  order.side === 'buy' ? instrument.sells : instrument.buys
export const lastPrice = (instrument: Instrument): number => instrument.last ?? instrument.reference
/** Orders are collected and nothing matches until an auction. */
export const isCall = (instrument: Instrument): boolean =>
  instrument.state === 'opening-call' || instrument.state === 'closing-call' || instrument.state === 'paused'

/** The account's list, or a new one that counts only once an order of it rests. */
export const holderOf = (instrument: Instrument, account: string): Holder =>
  instrument.holders.get(account) ?? newHolder(account)

export function rest(venue: Venue, instrument: Instrument, order: Order): void {
  append(sideOf(instrument, order), order)
  const { holder } = order
  if (holder.first === undefined) instrument.holders.set(holder.account, holder)
  order.previousOwn = holder.last
  if (holder.last) holder.last.nextOwn = order
  else holder.first = order
  holder.last = order
  if (order.id !== '') venue.orders.set(order.id, order)
}

export function takeOut(venue: Venue, instrument: Instrument, order: Order): void {
  remove(sideOf(instrument, order), order)
  const { holder } = order
  if (order.previousOwn) order.previousOwn.nextOwn = order.nextOwn
  else holder.first = order.nextOwn
  if (order.nextOwn) order.nextOwn.previousOwn = order.previousOwn
  else holder.last = order.previousOwn
  order.previousOwn = undefined
  order.nextOwn = undefined
  if (holder.first === undefined) instrument.holders.delete(holder.account)
  if (order.id !== '') venue.orders.delete(order.id)
}

/** Shares of a resting order that have traded; it leaves the book with the last of them. */
export function fillResting(venue: Venue, instrument: Instrument, order: Order, quantity: number): void {
  takeOff(sideOf(instrument, order), order, quantity)
  if (order.left === 0) takeOut(venue, instrument, order)
}

/** Says that two orders are about to trade: the best five are those just before. Nobody is the taker in an auction. */
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
}

/** Says that an order will not fill any more. Levels of a quote go without a word. */
export function sayCancelled(venue: Venue, instrument: Instrument, order: Order, reason: CancelReason): void {
  if (isQuoted(order)) return
  venue.events.push({
    kind: 'cancelled',
    order: order.id,
    account: order.holder.account,
    symbol: instrument.symbol,
    quantity: order.left,
    reason,
  })
}

export function cancelResting(
  venue: Venue,
  instrument: Instrument,
  order: Order,
  reason: CancelReason,
): void {
  sayCancelled(venue, instrument, order, reason)
  takeOut(venue, instrument, order)
}

/** In order of entry, both sides together: the same whoever asks, and after a restore. */
export function allOrders(instrument: Instrument): Order[] {
  const orders: Order[] = []
  collectOrders(instrument.buys, orders)
  collectOrders(instrument.sells, orders)
  return orders.sort((a, b) => a.entry - b.entry)
}

/** A call takes no market orders, so those that wait when one begins are cancelled. */
export function cancelMarketOrders(venue: Venue, instrument: Instrument): void {
  for (const side of [instrument.buys, instrument.sells])
    while (side.market.first) cancelResting(venue, instrument, side.market.first, 'paused')
}

export const crosses = (a: Order, b: Order): boolean =>
  a.side !== b.side &&
  (isMarket(a) || isMarket(b) || (a.side === 'buy' ? a.price >= b.price : a.price <= b.price))

/** Whether the account has an order on the other side that this one could meet in an auction. */
export function meetsOwn(order: Order): boolean {
  for (let own = order.holder.first; own; own = own.nextOwn) if (crosses(order, own)) return true
  return false
}
