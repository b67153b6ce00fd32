// I8 and I9 of a venue's day, recomputed from its events alone as a downstream reader could: no order fills beyond its
// shares or after its end, every price lies within the order's limit, the day's limits and on its tick, and no order is
// passed over by a worse price or a later order.

import type { InstrumentKind, OrderAccepted, Traded, VenueEvent } from '@fairlot/contract/venue'
import { isPrice } from './naive-prices.ts'

interface Open {
  readonly accepted: OrderAccepted
  readonly number: number
  left: number
}

interface Day {
  readonly upper: number | undefined
  readonly lower: number | undefined
}

export interface EventAudit {
  read(events: readonly VenueEvent[]): void
  readonly breaches: readonly string[]
  /** The number of fills checked. */
  readonly fills: number
}

export function auditEvents(kinds: ReadonlyMap<string, InstrumentKind>): EventAudit {
  const open = new Map<string, Open>()
  const days = new Map<string, Day>()
  const breaches: string[] = []
  let number = 0
  let fills = 0
  const breach = (what: string, event: VenueEvent): void => {
    breaches.push(`${what}: ${JSON.stringify(event)}`)
  }

  function fill(event: Traded, side: 'buy' | 'sell'): void {
    fills += 1
    const id = side === 'buy' ? event.buyOrder : event.sellOrder
    const account = side === 'buy' ? event.buyAccount : event.sellAccount
    const left = side === 'buy' ? event.buyLeft : event.sellLeft
    // Quote levels are not announced; their fills are checked by price and day below.
    if (id.startsWith('quote:')) return
    const order = open.get(id)
    if (!order) {
      breach('I8 a fill of an order that is not open', event)
      return
    }
    const { accepted } = order
    if (accepted.account !== account || accepted.side !== side || accepted.symbol !== event.symbol)
      breach('I8 a fill of another order', event)
    order.left -= event.quantity
    if (order.left < 0 || order.left !== left) breach('I8 filled beyond its shares', event)
    const { price } = accepted
    if (price !== undefined && (side === 'buy' ? event.price > price : event.price < price))
      breach('I9 beyond its limit', event)
    if (passedOver(event, side, order)) breach('I9 passed over', event)
    if (order.left <= 0) open.delete(id)
  }

  /** Whether an order with priority waits on the same side. The taker of a continuous trade is not in the queue. */
  function passedOver(event: Traded, side: 'buy' | 'sell', filled: Open): boolean {
    if (event.taker === side) return false
    for (const other of open.values()) {
      const { symbol, side: otherSide, price } = other.accepted
      if (other === filled || symbol !== event.symbol || otherSide !== side) continue
      // The taker is not in the queue yet: it is the only order after which nothing was accepted.
      if (event.taker !== undefined && other.number === number) continue
      if (isBefore(price, other.number, filled, side, event.taker === undefined)) return true
    }
    return false
  }

  function isBefore(
    price: number | undefined,
    entered: number,
    filled: Open,
    side: 'buy' | 'sell',
    auction: boolean,
  ): boolean {
    const own = filled.accepted.price
    if (own === undefined) return price === undefined && entered < filled.number
    // A waiting market order comes before every limit.
    if (price === undefined) return true
    if (price !== own) return side === 'buy' ? price > own : price < own
    // Equal orders of an auction can be ordered by lot.
    return !auction && entered < filled.number
  }

  return {
    breaches,
    get fills() {
      return fills
    },
    read(events) {
      for (const event of events)
        switch (event.kind) {
          case 'day':
            days.set(event.symbol, { upper: event.upper, lower: event.lower })
            break
          case 'accepted':
            number += 1
            if (open.has(event.order)) breach('I8 accepted twice', event)
            open.set(event.order, { accepted: event, number, left: event.quantity })
            break
          case 'reduced': {
            const order = open.get(event.order)
            if (!order) {
              breach('I8 reduced after its end', event)
              break
            }
            order.left -= event.by
            if (order.left !== event.left) breach('I8 a wrong rest', event)
            break
          }
          case 'cancelled': {
            const order = open.get(event.order)
            if (order?.left !== event.quantity) breach('I8 a wrong rest at the end', event)
            open.delete(event.order)
            break
          }
          case 'traded': {
            const day = days.get(event.symbol)
            if (!isPrice(kinds.get(event.symbol)!, event.price)) breach('I9 off its tick', event)
            if (!day || event.price > (day.upper ?? Infinity) || event.price < (day.lower ?? 0))
              breach('I9 beyond the limits of the day', event)
            if (event.buyAccount === event.sellAccount) breach('a trade with oneself', event)
            fill(event, 'buy')
            fill(event, 'sell')
            break
          }
          case 'close':
            for (const { accepted } of open.values())
              if (accepted.symbol === event.symbol) breach('I8 open after the end of the day', event)
            break
          case 'refused':
          case 'state':
          case 'phase':
            break
        }
    },
  }
}
