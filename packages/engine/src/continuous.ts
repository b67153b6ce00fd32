// Continuous trading: an incoming order matches the other side by price, then time, at the price of the resting order.

import type { CancelReason, Validity } from '@fairlot/contract/venue'
import { bestLevel, isEmpty, marketPrice } from './book-side.ts'
import { fillResting, lastPrice, meetsOwn, otherSide, rest, sayCancelled, sayTraded } from './instrument.ts'
import type { Instrument, Venue } from './venue.ts'
import { isMarket, isSameOwner, type Order } from './order.ts'
import { beginPause, isBeyond, pauseReference, recordTrade } from './volatility.ts'

export function enterContinuous(
  venue: Venue,
  instrument: Instrument,
  order: Order,
  validity: Validity,
): void {
  const other = otherSide(instrument, order)
  if (validity === 'FOK') {
    const obstacle = obstacleTo(instrument, order, pauseReference(venue, instrument))
    if (obstacle !== undefined) {
      sayCancelled(venue, instrument, order, obstacle)
      return
    }
  }
  // The reach is measured from the market's state at arrival, not from the order's own fills. Most orders match nothing
  // and need no reference.
  let reference: number | undefined
  let isMeasured = false
  while (order.left > 0) {
    const resting = other.market.first ?? bestLevel(other)?.first
    if (resting === undefined) break
    const price = priceAgainst(instrument, order, resting)
    if (price === undefined) break
    if (isSameOwner(resting, order)) {
      sayCancelled(venue, instrument, order, 'self-trade')
      return
    }
    if (!isMeasured) {
      reference = pauseReference(venue, instrument)
      isMeasured = true
    }
    if (isBeyond(price, reference)) {
      reachBound(venue, instrument, order, validity)
      return
    }
    trade(venue, instrument, order, resting, price)
  }
  if (order.left === 0) return
  if (validity === 'ROD') {
    rest(venue, instrument, order)
    assertUncrossed(instrument)
  } else sayCancelled(venue, instrument, order, 'unfilled')
}

/** The price these two would trade at, or undefined when they would not. */
function priceAgainst(instrument: Instrument, incoming: Order, resting: Order): number | undefined {
  const buying = incoming.side === 'buy'
  if (isMarket(resting)) {
    // A resting market order accepts any price. It counts as the best of its side and the last price, unless the
    // incoming order asks for more.
    const price = marketPrice(buying ? instrument.sells : instrument.buys, lastPrice(instrument))
    if (isMarket(incoming)) return price
    return buying ? Math.min(price, incoming.price) : Math.max(price, incoming.price)
  }
  if (isMarket(incoming)) return resting.price
  return (buying ? resting.price <= incoming.price : resting.price >= incoming.price)
    ? resting.price
    : undefined
}

function trade(venue: Venue, instrument: Instrument, incoming: Order, resting: Order, price: number): void {
  const quantity = Math.min(incoming.left, resting.left)
  const buying = incoming.side === 'buy'
  const buy = buying ? incoming : resting
  const sell = buying ? resting : incoming
  sayTraded(venue, instrument, buy, sell, price, quantity, incoming.side)
  incoming.left -= quantity
  fillResting(venue, instrument, resting, quantity)
  recordTrade(venue, instrument, price, quantity)
}

/** The next price lies beyond the bound. Orders that may not wait are cancelled; the others wait in a pause. */
function reachBound(venue: Venue, instrument: Instrument, order: Order, validity: Validity): void {
  if (validity !== 'ROD') {
    sayCancelled(venue, instrument, order, 'unfilled')
    return
  }
  // In the auction it would meet an order of the same owner and be cancelled, so cancel it now.
  if (meetsOwn(instrument, order)) {
    sayCancelled(venue, instrument, order, 'self-trade')
    return
  }
  rest(venue, instrument, order)
  beginPause(venue, instrument, 'volatility')
}

/** Why an order cannot be filled whole at once; undefined when it can. */
function obstacleTo(
  instrument: Instrument,
  order: Order,
  reference: number | undefined,
): CancelReason | undefined {
  const other = otherSide(instrument, order)
  let left = order.left
  for (let resting = other.market.first; resting; resting = resting.next) {
    if (isSameOwner(resting, order)) return 'self-trade'
    if (isBeyond(priceAgainst(instrument, order, resting)!, reference)) return 'unfilled'
    left -= resting.left
    if (left <= 0) return undefined
  }
  for (let index = other.levels.length - 1; index >= 0; index -= 1)
    for (let resting = other.levels[index]!.first; resting; resting = resting.next) {
      const price = priceAgainst(instrument, order, resting)
      if (price === undefined) return 'unfilled'
      if (isSameOwner(resting, order)) return 'self-trade'
      if (isBeyond(price, reference)) return 'unfilled'
      left -= resting.left
      if (left <= 0) return undefined
    }
  return 'unfilled'
}

function assertUncrossed(instrument: Instrument): void {
  const bid = bestLevel(instrument.buys)
  const ask = bestLevel(instrument.sells)
  const { buys, sells } = instrument
  if (
    (bid && ask && bid.price >= ask.price) ||
    (buys.market.first && !isEmpty(sells)) ||
    (sells.market.first && !isEmpty(buys))
  )
    throw new Error(`${instrument.symbol}: the book is crossed in continuous trading`)
}
