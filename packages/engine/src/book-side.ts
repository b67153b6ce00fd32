// One side of a book: price levels in a sorted array whose last element is the best, so that changes at the best price
// touch only the end of the array. Market orders wait in their own queue, ahead of every limit order.

import type { Level as Depth, Side } from '@fairlot/contract/venue'
import { type Level, newLevel, type Order } from './order.ts'

export interface BookSide {
  readonly side: Side
  /** Worst first. */
  readonly levels: Level[]
  readonly market: Level
  /** Shares of the whole side, market orders included. */
  quantity: number
}

export const newBookSide = (side: Side): BookSide => ({
  side,
  levels: [],
  market: newLevel(0),
  quantity: 0,
})

export const bestLevel = (side: BookSide): Level | undefined => side.levels[side.levels.length - 1]
export const isEmpty = (side: BookSide): boolean =>
  side.levels.length === 0 && side.market.first === undefined

/** The index of this price, or where to insert it. */
function place(side: BookSide, price: number): number {
  const { levels } = side
  const sign = side.side === 'buy' ? 1 : -1
  let low = 0
  let high = levels.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((levels[middle]!.price - price) * sign < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Adds an order at the end of its price's queue. */
export function append(side: BookSide, order: Order): void {
  let level = side.market
  if (order.price !== 0) {
    const index = place(side, order.price)
    const found = side.levels[index]
    if (found?.price === order.price) level = found
    else {
      level = newLevel(order.price)
      side.levels.splice(index, 0, level)
    }
  }
  order.level = level
  order.previous = level.last
  if (level.last) level.last.next = order
  else level.first = order
  level.last = order
  level.quantity += order.left
  side.quantity += order.left
}

/** Removes an order with its open quantity. */
export function remove(side: BookSide, order: Order): void {
  const level = order.level!
  if (order.previous) order.previous.next = order.next
  else level.first = order.next
  if (order.next) order.next.previous = order.previous
  else level.last = order.previous
  level.quantity -= order.left
  side.quantity -= order.left
  order.level = undefined
  order.previous = undefined
  order.next = undefined
  if (level.first === undefined && level.price !== 0) side.levels.splice(place(side, level.price), 1)
}

/** Removes shares from an order, which keeps its place. */
export function takeOff(side: BookSide, order: Order, quantity: number): void {
  order.left -= quantity
  order.level!.quantity -= quantity
  side.quantity -= quantity
}

/**
 * The best five prices. Market orders are shown at the price they would trade at, together with the limit orders there:
 * for buyers the higher of the last price and the best bid, mirrored for sellers.
 */
export function bestFive(side: BookSide, last: number): Depth[] {
  const { levels, market } = side
  const depth: Depth[] = []
  let index = levels.length - 1
  if (market.first !== undefined) {
    const price = marketPrice(side, last)
    let quantity = market.quantity
    if (index >= 0 && levels[index]!.price === price) {
      quantity += levels[index]!.quantity
      index -= 1
    }
    depth.push([price, quantity])
  }
  for (; index >= 0 && depth.length < 5; index -= 1) {
    const level = levels[index]!
    depth.push([level.price, level.quantity])
  }
  return depth
}

/** The price of a market order waiting on this side; the other side is empty while one waits. */
export function marketPrice(side: BookSide, last: number): number {
  const best = bestLevel(side)?.price
  if (best === undefined) return last
  return side.side === 'buy' ? Math.max(last, best) : Math.min(last, best)
}

export function collectOrders(side: BookSide, into: Order[]): void {
  for (let order = side.market.first; order; order = order.next) into.push(order)
  for (const level of side.levels) for (let order = level.first; order; order = order.next) into.push(order)
}
