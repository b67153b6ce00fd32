// A simple model of trading. It knows each member's requests and follows the venue's events; from these alone it
// derives the state of every order and position, and the expected response to the next request. It contains no money:
// the invariants of trading compute that from the rows.

import type { VenueEvent } from '@fairlot/contract/venue'
import type { OrderState } from '@fairlot/rules/orders'
import type { PositionState } from '@fairlot/rules/positions'

export type Who = 'ann' | 'bob'

export interface ModelOrder {
  readonly id: string
  readonly who: Who
  readonly symbol: string
  readonly purpose: 'open' | 'close'
  readonly positionId: string
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly dayTrade: boolean
  readonly quantity: number
  readonly replaces: string | null
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  isAccepted: boolean
  state: OrderState
  left: number
  filled: number
}

export interface ModelPosition {
  readonly id: string
  readonly who: Who
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly openedOn: string
  readonly openedAt: number
  /** The first trading day it may be closed on. */
  readonly sellableOn: string
  readonly multiple: number
  dayTrade: boolean
  shares: number
}

export interface ModelConditional {
  readonly id: string
  readonly who: Who
  /** Null for an entry. */
  readonly positionId: string | null
  readonly quantity: number
  state: string
  orderId: string | null
}

export interface TradingModel {
  readonly orders: Map<string, ModelOrder>
  readonly positions: Map<string, ModelPosition>
  readonly conditionals: Map<string, ModelConditional>
  readonly stopped: Set<Who>
  /** Members who set a loss limit so small that any loss reaches it. */
  readonly lossLimited: Set<Who>
  /** Ann may sell on the day she bought; Bob may not. */
  readonly eligible: ReadonlySet<Who>
  /** The state of each instrument. */
  readonly states: Map<string, string>
  date: string
  /** The total value of all requests: while it is small, no member can run out of money. */
  asked: number
}

export function newModel(states: ReadonlyMap<string, string>, date: string): TradingModel {
  return {
    orders: new Map(),
    positions: new Map(),
    conditionals: new Map(),
    stopped: new Set(),
    lossLimited: new Set(),
    eligible: new Set<Who>(['ann']),
    states: new Map(states),
    date,
    asked: 0,
  }
}

/** Applies one event of the venue, at the exchange's time. */
export function follow(model: TradingModel, event: VenueEvent, at: number): void {
  switch (event.kind) {
    case 'phase':
      if (event.phase === 'opening-call') model.date = event.date
      return
    case 'day':
      model.states.set(event.symbol, 'opening-call')
      return
    case 'state':
      model.states.set(event.symbol, event.state)
      return
    case 'accepted': {
      const order = model.orders.get(event.order)
      if (order) order.isAccepted = true
      return
    }
    case 'cancelled': {
      const order = model.orders.get(event.order)
      if (order) end(order, 'cancelled')
      return
    }
    case 'reduced': {
      const order = model.orders.get(event.order)
      if (order) order.left = event.left
      return
    }
    case 'refused': {
      const id =
        event.command === 'place' ? event.order : event.command === 'replace' ? event.newOrder : undefined
      const order = id === undefined ? undefined : model.orders.get(id)
      if (order) end(order, 'refused')
      return
    }
    case 'traded':
    case 'odd-traded':
    case 'allocated':
      for (const id of [event.buyOrder, event.sellOrder]) {
        const order = model.orders.get(id)
        if (order) fill(model, order, event.quantity, at)
      }
      return
    case 'block-done':
    case 'odd-delayed':
    case 'close':
  }
}

function end(order: ModelOrder, state: OrderState): void {
  order.left = 0
  order.state = state
}

function fill(model: TradingModel, order: ModelOrder, quantity: number, at: number): void {
  order.left -= quantity
  order.filled += quantity
  if (order.left === 0) order.state = 'filled'
  const position = model.positions.get(order.positionId)
  if (order.purpose === 'close') {
    if (position) position.shares -= quantity
    return
  }
  if (position) {
    position.shares += quantity
    return
  }
  addPosition(model, order, quantity, at)
}

/** The position that the first fill of an opening order creates. */
export function addPosition(model: TradingModel, order: ModelOrder, shares: number, at: number): void {
  const sameDay = order.dayTrade || order.direction === 'short' || model.eligible.has(order.who)
  model.positions.set(order.id, {
    id: order.id,
    who: order.who,
    symbol: order.symbol,
    direction: order.direction,
    openedOn: model.date,
    openedAt: at,
    sellableOn: sameDay ? model.date : nextDate(model.date),
    multiple: order.multiple,
    dayTrade: order.dayTrade,
    shares,
  })
}

export const nextDate = (date: string): string =>
  new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)

const openCloses = (model: TradingModel, positionId: string): ModelOrder[] =>
  [...model.orders.values()].filter(
    (order) => order.purpose === 'close' && order.positionId === positionId && order.state === 'entrusted',
  )

/** Shares in open close orders, and in waiting conditional orders that have no order in the book. */
export function closingOf(model: TradingModel, positionId: string): number {
  const inOrders = openCloses(model, positionId).reduce((sum, { left }) => sum + left, 0)
  let waiting = 0
  for (const one of model.conditionals.values())
    if (one.positionId === positionId && one.state === 'waiting' && one.orderId === null)
      waiting += one.quantity
  return inOrders + waiting
}

export function stateOf(model: TradingModel, position: ModelPosition): PositionState {
  if (position.shares === 0) return 'closed'
  return openCloses(model, position.id).length > 0 ? 'preparing-to-close' : 'holding'
}

export const instrumentState = (model: TradingModel, symbol: string): string =>
  model.states.get(symbol) ?? 'closed'

export interface Entry {
  readonly price?: number
  readonly quantity: number
  readonly validity: 'ROD' | 'IOC' | 'FOK'
}

/** The rules for every order: session, lots, kind, tick, limits. Undefined when none refuses it. */
export function entryRefusal(state: string, order: Entry, maxShares = 499_000): string | undefined {
  const isOdd = order.quantity < 1_000
  if (state === 'closed') return 'time.outside-trading'
  if (state === 'halted' || (isOdd && state === 'opening-call')) return 'order.choice'
  if (isOdd && order.quantity > maxShares) return 'order.shares'
  if (!isOdd && (order.quantity % 1_000 !== 0 || order.quantity > maxShares)) return 'order.lots'
  if (isOdd && (order.price === undefined || order.validity !== 'ROD')) return 'order.choice'
  if (state !== 'continuous' && (order.price === undefined || order.validity !== 'ROD')) return 'order.choice'
  if (order.price === undefined) return undefined
  if (order.price % 50 !== 0) return 'order.tick'
  return order.price > 13_000 || order.price < 7_000 ? 'stock.over-price-limit' : undefined
}
