// One instrument, computed from its events. Pure: the same events in the same order give the same quote and the same
// candles, no matter how often the process was restarted.

import { isDeepStrictEqual } from 'node:util'
import type { Book, Level, Traded, TradingState, VenueEvent } from '@fairlot/contract/venue'
import type { OddQuote } from '@fairlot/contract/market-data'
import { addTrade, type CandleBody, candleOfTrade, minuteStart } from '@fairlot/rules/market-data'
import { addOddTrade, withOddDepth } from './odd-quote.ts'

export interface Minute {
  readonly at: number
  readonly candle: CandleBody
}

export interface Frame {
  readonly date: string
  readonly beganEvent: number
  readonly beganAt: number
  readonly lineFrom: number
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly closedAt: number | null
  readonly close: number | null
  readonly nextReference: number | null
}

export interface Instrument {
  readonly symbol: string
  version: number
  state: TradingState
  reason: string | null
  until: number | null
  frame: Frame
  /** The day's candle; its close is the last price. Undefined until the first trade. */
  day: CandleBody | undefined
  insideVolume: number
  outsideVolume: number
  minute: Minute | undefined
  bids: readonly Level[]
  asks: readonly Level[]
  indicative: { readonly price: number; readonly quantity: number } | undefined
  odd: OddQuote | null
  /** When it last changed. */
  at: number
}

const bestFive = 5

export const newInstrument = (symbol: string, frame: Frame): Instrument => ({
  symbol,
  version: 0,
  state: 'closed',
  reason: null,
  until: null,
  frame,
  day: undefined,
  insideVolume: 0,
  outsideVolume: 0,
  minute: undefined,
  bids: [],
  asks: [],
  indicative: undefined,
  odd: null,
  at: frame.beganAt,
})

type OfInstrument = Extract<VenueEvent, { kind: 'traded' | 'odd-traded' | 'state' | 'day' | 'close' }>

export const affectsInstrument = (event: VenueEvent): event is OfInstrument =>
  event.kind === 'traded' ||
  event.kind === 'odd-traded' ||
  event.kind === 'state' ||
  event.kind === 'day' ||
  event.kind === 'close'

/** Applies one event and returns the instrument: a new one when its first day begins here. */
export function applyEvent(
  known: Instrument | undefined,
  event: OfInstrument,
  number: number,
  at: number,
): Instrument {
  if (event.kind === 'day') return beginDay(known, event, number, at)
  // An instrument has no state before its first day: a trade would belong to no candle.
  if (!known) throw new Error(`${event.symbol} has an event "${event.kind}" before its first day`)
  known.at = at
  if (event.kind === 'traded') addToDay(known, event, at)
  else if (event.kind === 'odd-traded') known.odd = addOddTrade(known.odd, event)
  else if (event.kind === 'state') {
    known.state = event.state
    known.reason = event.reason ?? null
    known.until = event.until ?? null
  } else {
    known.frame = {
      ...known.frame,
      closedAt: at,
      close: event.price ?? null,
      nextReference: event.nextReference,
    }
  }
  return known
}

function beginDay(
  known: Instrument | undefined,
  event: Extract<VenueEvent, { kind: 'day' }>,
  number: number,
  at: number,
): Instrument {
  const minute = minuteStart(at)
  const frame: Frame = {
    date: event.date,
    beganEvent: number,
    beganAt: at,
    lineFrom: known?.minute?.at === minute ? minute + 60_000 : minute,
    reference: event.reference,
    upper: event.upper ?? null,
    lower: event.lower ?? null,
    closedAt: null,
    close: null,
    nextReference: null,
  }
  if (!known) return newInstrument(event.symbol, frame)
  known.frame = frame
  known.day = undefined
  known.insideVolume = 0
  known.outsideVolume = 0
  known.odd = null
  known.at = at
  return known
}

function addToDay(known: Instrument, { price, quantity, taker }: Traded, at: number): void {
  known.day = known.day ? addTrade(known.day, price, quantity) : candleOfTrade(price, quantity)
  // A seller who takes the bid trades inside, a buyer who takes the ask outside; an auction is neither.
  if (taker === 'sell') known.insideVolume += quantity
  if (taker === 'buy') known.outsideVolume += quantity
  const minute = minuteStart(at)
  known.minute = {
    at: minute,
    candle:
      known.minute?.at === minute
        ? addTrade(known.minute.candle, price, quantity)
        : candleOfTrade(price, quantity),
  }
}

/** Depth comes separately from the events and is never stored by the exchange. Returns whether anything changed. */
export function applyBook(known: Instrument, book: Book): boolean {
  const bids = book.bids.slice(0, bestFive)
  const asks = book.asks.slice(0, bestFive)
  const isSame =
    sameLevels(bids, known.bids) &&
    sameLevels(asks, known.asks) &&
    book.indicative?.price === known.indicative?.price &&
    book.indicative?.quantity === known.indicative?.quantity
  const odd = withOddDepth(known.odd, book.odd)
  if (isSame && isDeepStrictEqual(odd, known.odd)) return false
  known.odd = odd
  known.bids = bids
  known.asks = asks
  known.indicative = book.indicative
  return true
}

const sameLevels = (a: readonly Level[], b: readonly Level[]): boolean =>
  a.length === b.length &&
  a.every(([price, quantity], index) => price === b[index]![0] && quantity === b[index]![1])
