// An order in the book is a node of two lists: the queue at its price, and its account's orders in this instrument.
// Both are doubly linked through the order itself, so that removal takes constant time.

import type { Side } from '@fairlot/contract/venue'
import type { Block } from './block-state.ts'

export interface Order {
  /** Empty for a quote level: its name is only built when a trade needs it. */
  readonly id: string
  /** Entry number within the instrument; the smaller came first. */
  readonly entry: number
  readonly holder: Holder
  readonly side: Side
  /** 0 for a market order. */
  readonly price: number
  /** The owner group of the order; empty when its account has none. */
  readonly group: string
  /** The block that it is a part of the parent of. */
  readonly block: Block | undefined
  left: number
  level: Level | undefined
  previous: Order | undefined
  next: Order | undefined
  previousOwn: Order | undefined
  nextOwn: Order | undefined
}

/** The orders of one price and side, in time order. */
export interface Level {
  readonly price: number
  /** Shares of all its orders. */
  quantity: number
  first: Order | undefined
  last: Order | undefined
}

/** One account's resting orders in one instrument, in order of entry. */
export interface Holder {
  readonly account: string
  first: Order | undefined
  last: Order | undefined
}

const quoteIdStart = 'quote:'

/** The parts of a venue that know ids. */
interface Ids {
  readonly orders: ReadonlyMap<string, unknown>
  readonly lines: ReadonlyMap<string, unknown>
  readonly blocks: ReadonlyMap<string, unknown>
}

/** An id that no new order can have. */
export const isTakenId = ({ orders, lines, blocks }: Ids, id: string): boolean =>
  orders.has(id) || lines.has(id) || blocks.has(id) || id === '' || id.startsWith(quoteIdStart)

export const isQuoted = (order: Order): boolean => order.id === ''
export const isMarket = (order: Order): boolean => order.price === 0
export const nameOf = (symbol: string, order: Order): string =>
  order.id === '' ? `${quoteIdStart}${symbol}:${order.entry}` : order.id

/** The account whose order it is; of a block's parent, its mentor's. */
export const ownerOf = ({ block, holder }: Order): string => block?.lines[0]!.account ?? holder.account

/** Whether both belong to one account or to one group of accounts: such orders never trade with each other. */
export const isSameOwner = (a: Order, b: Order): boolean =>
  (a.block === undefined && b.block === undefined ? a.holder === b.holder : ownerOf(a) === ownerOf(b)) ||
  (a.group !== '' && a.group === b.group)

export function newOrder(
  id: string,
  entry: number,
  holder: Holder,
  side: Side,
  price: number,
  left: number,
  group = '',
  block?: Block,
): Order {
  return {
    id,
    entry,
    holder,
    side,
    price,
    group,
    block,
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
