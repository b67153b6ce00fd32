// An order in the book is a node of two lists: the queue at its price, and what its account has in this instrument.
// Both are doubly linked through the order itself, so that taking one out costs the same whatever the book holds.

import type { Side } from '@fairlot/contract/venue'

export interface Order {
  /** Empty for a level of a quote: its name is only made when a trade needs it. */
  readonly id: string
  /** Counts the orders of an instrument; the smaller came first. */
  readonly entry: number
  readonly holder: Holder
  readonly side: Side
  /** 0 for a market order. */
  readonly price: number
  left: number
  level: Level | undefined
  previous: Order | undefined
  next: Order | undefined
  previousOwn: Order | undefined
  nextOwn: Order | undefined
}

/** The orders of one price and side, first come first. */
export interface Level {
  readonly price: number
  /** Shares of all its orders. */
  quantity: number
  first: Order | undefined
  last: Order | undefined
}

/** What one account has resting in one instrument, in order of entry. */
export interface Holder {
  readonly account: string
  first: Order | undefined
  last: Order | undefined
}

export const quoteIdStart = 'quote:'

export const isQuoted = (order: Order): boolean => order.id === ''
export const isMarket = (order: Order): boolean => order.price === 0
export const nameOf = (symbol: string, order: Order): string =>
  order.id === '' ? `${quoteIdStart}${symbol}:${order.entry}` : order.id

export function newOrder(
  id: string,
  entry: number,
  holder: Holder,
  side: Side,
  price: number,
  left: number,
): Order {
  return {
    id,
    entry,
    holder,
    side,
    price,
    left,
    level: undefined,
    previous: undefined,
    next: undefined,
    previousOwn: undefined,
    nextOwn: undefined,
  }
}

export const newLevel = (price: number): Level => ({ price, quantity: 0, first: undefined, last: undefined })
export const newHolder = (account: string): Holder => ({ account, first: undefined, last: undefined })
