// A venue with one or two instruments and short commands, for the named tests of each rule.

import type { Command, InstrumentKind, Phase, Side, Validity, VenueEvent } from '@fairlot/contract/venue'
import { createEngine, type Engine } from '../index.ts'

/** 2026-01-13 08:30 in Taipei. */
export const preOpen = Date.UTC(2026, 0, 13, 0, 30)
const minutes = (count: number): number => count * 60_000
export const openAt = preOpen + minutes(30)
export const closingCallAt = openAt + minutes(265)
export const closeAt = openAt + minutes(270)

export interface Day {
  readonly engine: Engine
  at: number
  apply(command: Command): VenueEvent[]
  later(milliseconds: number): VenueEvent[]
  /** `buy('a1', 100, 2)`: two lots at 100 dollars; the account is the first letter of the order's name. */
  buy(order: string, dollars: number | 'market', lots: number, validity?: Validity): VenueEvent[]
  sell(order: string, dollars: number | 'market', lots: number, validity?: Validity): VenueEvent[]
  cancel(order: string): VenueEvent[]
  phase(phase: Phase, options?: { date?: string; seed?: string; until?: number }): VenueEvent[]
  book(): string
}

interface Setting {
  readonly kind?: InstrumentKind
  readonly reference?: number
  readonly limited?: boolean
  readonly phase?: Phase
}

export const symbol = '2330'
export const cents = (dollars: number): number => Math.round(dollars * 100)

export function newDay(setting: Setting = {}): Day {
  const { kind = 'stock', reference = 100, limited = true, phase = 'continuous' } = setting
  const engine = createEngine()
  const enter =
    (side: Side) =>
    (order: string, dollars: number | 'market', lots: number, validity: Validity = 'ROD'): VenueEvent[] =>
      day.apply({
        kind: 'place',
        order,
        account: order.slice(0, 1),
        symbol,
        side,
        ...(dollars !== 'market' && { price: cents(dollars) }),
        quantity: lots * 1_000,
        validity,
      })
  const day: Day = {
    engine,
    at: preOpen,
    apply: (command) => engine.apply(command, day.at),
    later(milliseconds) {
      day.at += milliseconds
      return day.apply({ kind: 'time' })
    },
    buy: enter('buy'),
    sell: enter('sell'),
    cancel: (order) => day.apply({ kind: 'cancel', order, account: order.slice(0, 1), symbol }),
    phase: (next, { date = '2026-01-13', seed, until } = {}) =>
      day.apply({
        kind: 'phase',
        date,
        phase: next,
        ...(seed !== undefined && { seed }),
        ...(until !== undefined && { until }),
      }),
    book() {
      const { bids, asks } = engine.book(symbol)!
      const side = (levels: typeof bids): string =>
        levels.map(([price, quantity]) => `${quantity / 1_000}@${price / 100}`).join(' ')
      return `${side(bids)} | ${side(asks)}`
    },
  }
  day.apply({
    kind: 'list',
    instruments: [{ symbol, instrument: kind, reference: cents(reference), limited }],
  })
  if (phase === 'closed') return day
  day.phase('opening-call', { seed: 'seed', until: openAt })
  if (phase === 'opening-call') return day
  day.at = openAt
  day.phase('continuous', { until: closingCallAt })
  if (phase === 'continuous') return day
  day.at = closingCallAt
  day.phase('closing-call', { until: closeAt })
  return day
}

/** One short line per event, readable in a test. */
export const brief = (events: readonly VenueEvent[]): string[] =>
  events.map((event) => {
    switch (event.kind) {
      case 'accepted':
        return `accepted ${event.order}`
      case 'refused':
        return `refused ${event.rule}`
      case 'cancelled':
        return `cancelled ${event.order} ${event.quantity / 1_000} ${event.reason}`
      case 'reduced':
        return `reduced ${event.order} to ${event.left / 1_000}`
      case 'traded':
        return `traded ${event.buyOrder} ${event.sellOrder} ${event.quantity / 1_000}@${event.price / 100}`
      case 'odd-traded':
        return `odd ${event.buyOrder} ${event.sellOrder} ${event.quantity}@${event.price / 100}`
      case 'block-done':
        return `done ${event.block} ${event.filled}@${event.price / 100}`
      case 'allocated':
        return `allocated ${event.buyOrder} ${event.sellOrder} ${event.quantity}@${event.price / 100}`
      case 'odd-delayed':
        return `delayed ${event.price / 100}`
      case 'state':
        return `state ${event.state}${event.reason === undefined ? '' : ` ${event.reason}`}`
      case 'day':
        return `day ${event.reference / 100}`
      case 'close':
        return `close ${event.price === undefined ? 'none' : event.price / 100} next ${event.nextReference / 100}`
      case 'phase':
        return `phase ${event.phase}`
    }
  })
