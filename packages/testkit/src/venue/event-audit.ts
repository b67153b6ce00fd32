// I8 and I9 of a venue's day, recomputed from its events alone as a downstream reader could: no order fills beyond its
// shares or after its end, every price lies within the order's limit, the day's limits and on its tick, and no order is
// passed over by a worse price or a later order.

import type { InstrumentKind, OddTraded, OrderAccepted, Traded, VenueEvent } from '@fairlot/contract/venue'
import { isPrice } from './naive-prices.ts'

interface Open {
  readonly accepted: OrderAccepted
  readonly number: number
  left: number
}

type AnyTrade = Traded | OddTraded

const takerOf = (event: AnyTrade): 'buy' | 'sell' | undefined =>
  event.kind === 'traded' ? event.taker : undefined

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

export const auditEvents = (kinds: ReadonlyMap<string, InstrumentKind>): EventAudit => new Audit(kinds)

class Audit implements EventAudit {
  readonly breaches: string[] = []
  fills = 0
  private readonly kinds: ReadonlyMap<string, InstrumentKind>
  private readonly open = new Map<string, Open>()
  private readonly days = new Map<string, Day>()
  /** The number of orders accepted. */
  private number = 0

  constructor(kinds: ReadonlyMap<string, InstrumentKind>) {
    this.kinds = kinds
  }

  read(events: readonly VenueEvent[]): void {
    for (const event of events) this.readOne(event)
  }

  private breach(what: string, event: VenueEvent): void {
    this.breaches.push(`${what}: ${JSON.stringify(event)}`)
  }

  private fill(event: AnyTrade, side: 'buy' | 'sell'): void {
    this.fills += 1
    const id = side === 'buy' ? event.buyOrder : event.sellOrder
    const account = side === 'buy' ? event.buyAccount : event.sellAccount
    const left = side === 'buy' ? event.buyLeft : event.sellLeft
    // Quote levels are not announced; their fills are checked by price and day below.
    if (id.startsWith('quote:')) return
    const order = this.open.get(id)
    if (!order) {
      this.breach('I8 a fill of an order that is not open', event)
      return
    }
    const { accepted } = order
    if (accepted.account !== account || accepted.side !== side || accepted.symbol !== event.symbol)
      this.breach('I8 a fill of another order', event)
    if ((accepted.odd ?? false) !== (event.kind === 'odd-traded'))
      this.breach('I8 a fill of the other book', event)
    order.left -= event.quantity
    if (order.left < 0 || order.left !== left) this.breach('I8 filled beyond its shares', event)
    const { price } = accepted
    if (price !== undefined && (side === 'buy' ? event.price > price : event.price < price))
      this.breach('I9 beyond its limit', event)
    if (this.passedOver(event, side, order)) this.breach('I9 passed over', event)
    if (order.left <= 0) this.open.delete(id)
  }

  /** Whether an order with priority waits on the same side. The taker of a continuous trade is not in the queue. */
  private passedOver(event: AnyTrade, side: 'buy' | 'sell', filled: Open): boolean {
    const taker = takerOf(event)
    if (taker === side) return false
    for (const other of this.open.values()) {
      const { symbol, side: otherSide, price } = other.accepted
      if (other === filled || symbol !== event.symbol || otherSide !== side) continue
      if (other.accepted.odd !== filled.accepted.odd) continue
      // The taker is not in the queue yet: it is the only order after which nothing was accepted.
      if (taker !== undefined && other.number === this.number) continue
      if (isBefore(price, other.number, filled, side, taker === undefined)) return true
    }
    return false
  }

  private trade(event: AnyTrade): void {
    const day = this.days.get(event.symbol)
    if (!isPrice(this.kinds.get(event.symbol)!, event.price)) this.breach('I9 off its tick', event)
    if (!day || event.price > (day.upper ?? Infinity) || event.price < (day.lower ?? 0))
      this.breach('I9 beyond the limits of the day', event)
    if (event.buyAccount === event.sellAccount) this.breach('a trade with oneself', event)
    this.fill(event, 'buy')
    this.fill(event, 'sell')
  }

  private readOne(event: VenueEvent): void {
    switch (event.kind) {
      case 'day':
        this.days.set(event.symbol, { upper: event.upper, lower: event.lower })
        break
      case 'accepted':
        this.number += 1
        if (this.open.has(event.order)) this.breach('I8 accepted twice', event)
        this.open.set(event.order, { accepted: event, number: this.number, left: event.quantity })
        break
      case 'reduced': {
        const order = this.open.get(event.order)
        if (!order) {
          this.breach('I8 reduced after its end', event)
          break
        }
        order.left -= event.by
        if (order.left !== event.left) this.breach('I8 a wrong remaining quantity', event)
        break
      }
      case 'cancelled': {
        const order = this.open.get(event.order)
        if (order?.left !== event.quantity) this.breach('I8 a wrong remaining quantity at the end', event)
        this.open.delete(event.order)
        break
      }
      case 'traded':
      case 'odd-traded':
        this.trade(event)
        break
      case 'close':
        for (const { accepted } of this.open.values())
          if (accepted.symbol === event.symbol) this.breach('I8 open after the end of the day', event)
        break
      // Blocks have an audit of their own.
      case 'block-done':
      case 'allocated':
      case 'odd-delayed':
      case 'refused':
      case 'state':
      case 'phase':
        break
    }
  }
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
