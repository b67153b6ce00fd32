// Matching as the rule text describes it; sorts the whole book for every question.

import { drawLot, lotteryOf } from '@fairlot/engine'
import type { CancelReason, Level, Side, VenueEvent } from '@fairlot/contract/venue'
import { pricesBetween } from './naive-prices.ts'
import { isOneOwner, type NaiveInstrument, type NaiveOrder, type NaiveState } from './naive-state.ts'

const far = (price: number, from: number): boolean => Math.abs(price - from) / from > 0.035

export const sideOrders = (instrument: NaiveInstrument, side: Side): NaiveOrder[] =>
  instrument.orders.filter((order) => order.side === side)

/** Entered after the list of the draw had closed. */
const isLate = ({ drawn }: NaiveInstrument, { entry }: NaiveOrder): boolean => drawn !== null && entry > drawn

export const nameIn = (instrument: NaiveInstrument, order: NaiveOrder): string =>
  order.id || `quote:${instrument.symbol}:${order.entry}`

/**
 * The price an order counts as. A market order to buy is the highest of the last price, the best limit to buy and the
 * best limit to sell; to sell, the lowest of them.
 */
function countsAs(instrument: NaiveInstrument, order: NaiveOrder, comer?: NaiveOrder): number {
  if (order.price !== null) return order.price
  const limits = [...instrument.orders, ...(comer ? [comer] : [])].filter(({ price }) => price !== null)
  const pricesOf = (side: Side): number[] =>
    limits.filter((limit) => limit.side === side).map(({ price }) => price!)
  const known = [instrument.last ?? instrument.reference]
  if (pricesOf('buy').length > 0) known.push(Math.max(...pricesOf('buy')))
  if (pricesOf('sell').length > 0) known.push(Math.min(...pricesOf('sell')))
  return order.side === 'buy' ? Math.max(...known) : Math.min(...known)
}

/** Price, then market before limit, then entry. */
export function line(instrument: NaiveInstrument, side: Side): NaiveOrder[] {
  const sign = side === 'buy' ? -1 : 1
  return sideOrders(instrument, side)
    .map((order) => ({ order, price: countsAs(instrument, order) }))
    .sort(
      (a, b) =>
        (a.price - b.price) * sign ||
        Number(a.order.price !== null) - Number(b.order.price !== null) ||
        a.order.entry - b.order.entry,
    )
    .map(({ order }) => order)
}

export function bestFive(instrument: NaiveInstrument, side: Side): Level[] {
  const levels = new Map<number, number>()
  for (const order of line(instrument, side)) {
    const price = countsAs(instrument, order)
    levels.set(price, (levels.get(price) ?? 0) + order.left)
  }
  return [...levels].slice(0, 5)
}

/** The price a pause is measured from now, or null when nothing can pause. */
export function pauseReference(
  state: NaiveState,
  instrument: NaiveInstrument,
  note: (what: string) => void,
): number | null {
  const { at, phaseFrom, phaseUntil } = state
  if (instrument.reference <= 100) {
    note('pause: exempt at one dollar')
    return null
  }
  if (phaseUntil !== null && at >= phaseUntil - 5 * 60_000) {
    note('pause: none in the last five minutes')
    return null
  }
  if (at < phaseFrom + 5 * 60_000) {
    note(instrument.open === null ? 'pause: from the reference' : 'pause: from the opening price')
    return instrument.open ?? instrument.reference
  }
  const recent = instrument.trades.filter(
    (trade) => Math.floor(trade.at / 10_000) > Math.floor(at / 10_000) - 30,
  )
  if (recent.length === 0) {
    note('pause: from the last price')
    return instrument.last ?? instrument.reference
  }
  note('pause: from the average')
  const lots = recent.reduce((sum, trade) => sum + trade.lots, 0)
  return Math.round(recent.reduce((sum, trade) => sum + trade.price * trade.lots, 0) / lots)
}

function tradeBetween(
  state: NaiveState,
  instrument: NaiveInstrument,
  buy: NaiveOrder,
  sell: NaiveOrder,
  price: number,
  quantity: number,
  taker?: Side,
): VenueEvent {
  const event: VenueEvent = {
    kind: 'traded',
    symbol: instrument.symbol,
    price,
    quantity,
    buyOrder: nameIn(instrument, buy),
    buyAccount: buy.account,
    buyLeft: buy.left - quantity,
    sellOrder: nameIn(instrument, sell),
    sellAccount: sell.account,
    sellLeft: sell.left - quantity,
    ...(taker && { taker }),
    bids: bestFive(instrument, 'buy'),
    asks: bestFive(instrument, 'sell'),
  }
  buy.left -= quantity
  sell.left -= quantity
  instrument.orders = instrument.orders.filter((order) => order.left > 0)
  instrument.open ??= price
  instrument.last = price
  instrument.trades.push({ at: state.at, price, lots: quantity / 1_000 })
  return event
}

export type Ended = 'filled' | 'rests' | 'bound' | CancelReason

/**
 * Matches an incoming order as far as possible. `bound` means that the next trade would lie beyond the pause's bound;
 * the caller decides what follows.
 */
export function match(
  state: NaiveState,
  instrument: NaiveInstrument,
  comer: NaiveOrder,
  events: VenueEvent[],
  note: (what: string) => void,
): Ended {
  const otherSide = comer.side === 'buy' ? 'sell' : 'buy'
  if (sideOrders(instrument, otherSide).length === 0) return 'rests'
  const reference = pauseReference(state, instrument, note)
  for (;;) {
    if (comer.left === 0) return 'filled'
    const [first] = line(instrument, otherSide)
    if (!first) return 'rests'
    const price = countsAs(instrument, first, comer)
    const agreed =
      comer.price === null || (comer.side === 'buy' ? price <= comer.price : price >= comer.price)
    if (!agreed) return 'rests'
    if (isOneOwner(first, comer)) {
      if (first.account !== comer.account) note('self-trade: two accounts of one owner')
      return 'self-trade'
    }
    if (reference !== null && far(price, reference)) return 'bound'
    if (reference !== null && Math.abs(price - reference) * 1_000 === reference * 35)
      note('bound: exactly there it trades')
    if (first.price === null) note(comer.price === price ? 'market: takes what is asked' : 'market: waits')
    const [buy, sell] = comer.side === 'buy' ? [comer, first] : [first, comer]
    const quantity = Math.min(comer.left, first.left)
    events.push(tradeBetween(state, instrument, buy, sell, price, quantity, comer.side))
  }
}

/** All or nothing: tried on a copy first. */
export function matchWhole(
  state: NaiveState,
  instrument: NaiveInstrument,
  comer: NaiveOrder,
  events: VenueEvent[],
  note: (what: string) => void,
): Ended {
  const copy = JSON.parse(JSON.stringify({ instrument, comer })) as {
    instrument: NaiveInstrument
    comer: NaiveOrder
  }
  const ended = match(state, copy.instrument, copy.comer, [], () => undefined)
  if (ended === 'bound') note('bound: a FOK is killed')
  if (ended === 'filled') return match(state, instrument, comer, events, note)
  return ended === 'self-trade' ? 'self-trade' : 'unfilled'
}

/** Tries every price against the three conditions. */
export function naiveAuction(
  instrument: NaiveInstrument,
  note: (what: string) => void,
): { price: number; quantity: number } | undefined {
  const buys = sideOrders(instrument, 'buy')
  const sells = sideOrders(instrument, 'sell')
  if (buys.length === 0 || sells.length === 0) return undefined
  const sum = (orders: readonly NaiveOrder[], which: (price: number) => boolean): number =>
    orders.reduce((total, order) => (which(order.price!) ? total + order.left : total), 0)
  const all = [...buys, ...sells].map((order) => order.price!)
  const tried = pricesBetween(instrument.kind, Math.min(...all), Math.max(...all)).map((price) => ({
    price,
    quantity: Math.min(
      sum(buys, (limit) => limit >= price),
      sum(sells, (limit) => limit <= price),
    ),
  }))
  const max = Math.max(...tried.map(({ quantity }) => quantity))
  if (max === 0) return undefined
  const qualified = tried
    .filter(({ quantity }) => quantity === max)
    // Every buy above the price and every sell below it is filled.
    .filter(({ price }) => sum(buys, (limit) => limit > price) <= max)
    .filter(({ price }) => sum(sells, (limit) => limit < price) <= max)
    // At the price itself at least one side is filled.
    .filter(
      ({ price }) =>
        sum(buys, (limit) => limit >= price) === max || sum(sells, (limit) => limit <= price) === max,
    )
  const from = instrument.last ?? instrument.reference
  if (qualified.length > 1)
    note(instrument.last === null ? 'auction: nearest the reference' : 'auction: nearest the last price')
  return qualified.sort((a, b) => Math.abs(a.price - from) - Math.abs(b.price - from) || b.price - a.price)[0]
}

export function runAuction(
  state: NaiveState,
  instrument: NaiveInstrument,
  events: VenueEvent[],
  note: (what: string) => void,
): void {
  const found = naiveAuction(instrument, note)
  if (!found) return
  const byLot = instrument.last === null && state.seed !== ''
  const lottery = lotteryOf(state.seed, state.date!, instrument.symbol)
  const inLine = (side: Side): NaiveOrder[] => {
    const sign = side === 'buy' ? -1 : 1
    return sideOrders(instrument, side).sort(
      (a, b) =>
        (a.price! - b.price!) * sign ||
        (byLot ? Number(isLate(instrument, a)) - Number(isLate(instrument, b)) : 0) ||
        (byLot && !isLate(instrument, a) ? drawLot(lottery, a.entry) - drawLot(lottery, b.entry) : 0) ||
        a.entry - b.entry,
    )
  }
  const buys = inLine('buy')
  const sells = inLine('sell')
  if (
    byLot &&
    buys.some(
      (buy, index) => index > 0 && buy.entry < buys[index - 1]!.entry && buy.price === buys[index - 1]!.price,
    )
  )
    note('auction: the lot decides between equals')
  if (!byLot) note('auction: time decides between equals')
  let left = found.quantity
  while (left > 0) {
    const [buy] = buys
    const [sell] = sells
    const quantity = Math.min(buy!.left, sell!.left, left)
    events.push(tradeBetween(state, instrument, buy!, sell!, found.price, quantity))
    left -= quantity
    if (buy!.left === 0) buys.shift()
    if (sell!.left === 0) sells.shift()
  }
}
