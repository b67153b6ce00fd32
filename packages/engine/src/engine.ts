// The engine's entry point: timed commands in, events out. No clock, no randomness, no input or output: the same
// commands at the same times give the same events and the same state on every machine.

import type { Book, Command, VenueEvent } from '@fairlot/contract/venue'
import { auctionPrice } from './auction-price.ts'
import { cancelBlocks, changeBlock, placeBlock } from './block-entry.ts'
import { endBlocks, writeLines } from './block-lines.ts'
import { bestFive } from './book-side.ts'
import { haltInstrument, resumeInstrument } from './halt.ts'
import { hashText } from './hash.ts'
import { isCall, lastPrice } from './instrument.ts'
import { listInstruments, setReference } from './listing.ts'
import { massQuote } from './mass-quote.ts'
import { changeOddOrders, isForOddLots, oddDepthOf } from './odd-orders.ts'
import { placeOrder, replaceOrder } from './place-order.ts'
import { changePhase } from './session.ts'
import { readSnapshot, writeSnapshot } from './snapshot.ts'
import { serveTimers } from './timers.ts'
import { type Instrument, newVenue, refuse, type Venue } from './venue.ts'
import { isWatched, watch } from './volatility.ts'
import { cancelAll, cancelOrder, reduceOrder } from './cancel.ts'

export interface Engine {
  /** `at` is milliseconds since 1970 and never goes back. A throw leaves the engine unusable: a rule was broken. */
  apply(command: Command, at: number): VenueEvent[]
  /** When to apply `{ kind: 'time' }` if no command has come by then. */
  dueAt(): number | undefined
  snapshot(): string
  stateHash(): string
  book(symbol: string): Book | undefined
  /** In alphabetical order. */
  symbols(): readonly string[]
  /** The instruments whose book or state changed since the last call. */
  takeTouched(): string[]
}

export const createEngine = (): Engine => engineOn(newVenue())
export const restoreEngine = (snapshot: string): Engine => engineOn(readSnapshot(snapshot))

function engineOn(venue: Venue): Engine {
  return {
    apply(command, at) {
      if (!(at >= venue.at)) throw new Error(`time went back from ${venue.at} to ${at}`)
      venue.at = at
      const events: VenueEvent[] = []
      venue.events = events
      if (venue.due <= at) serveTimers(venue)
      const isFirstEnd = venue.ending.length === 0
      dispatch(venue, command)
      if (venue.doneBlocks.length > 0) endBlocks(venue)
      // Other commands would fill a batch with lines and leave no room for the market.
      if (venue.ending.length > 0 && (isFirstEnd || command.kind === 'time')) writeLines(venue)
      return events
    },
    dueAt() {
      if (venue.ending.length > 0) return venue.at
      return venue.due === Number.POSITIVE_INFINITY ? undefined : venue.due
    },
    snapshot: () => writeSnapshot(venue),
    stateHash: () => hashText(writeSnapshot(venue)),
    book(symbol) {
      const instrument = venue.instruments.get(symbol)
      return instrument && bookOf(venue, instrument)
    },
    symbols: () => venue.listed.map(({ symbol }) => symbol),
    takeTouched() {
      const symbols = Array.from(venue.touched, ({ symbol }) => symbol)
      venue.touched.clear()
      return symbols
    },
  }
}

function dispatch(venue: Venue, command: Command): void {
  switch (command.kind) {
    case 'time':
      return
    case 'list':
      listInstruments(venue, command)
      return
    case 'phase':
      changePhase(venue, command)
      return
    case 'quote':
      massQuote(venue, command)
      return
    case 'cancel-all':
      cancelAll(venue, command)
      if (venue.blocks.size > 0) cancelBlocks(venue, command)
      return
    case 'block':
      placeBlock(venue, command)
      return
    case 'refuse': {
      const { kind: _, command: refused, ...about } = command
      refuse(venue, refused, 'command.failed', about)
      return
    }
    case 'place':
    case 'cancel':
    case 'reduce':
    case 'replace':
    case 'reference':
    case 'halt':
    case 'resume':
      dispatchTo(venue, command)
  }
}

type ForOne = Exclude<Extract<Command, { readonly symbol: string }>, { readonly kind: 'block' }>
type ForOrder = Extract<ForOne, { readonly kind: 'place' | 'cancel' | 'reduce' | 'replace' }>

function dispatchTo(venue: Venue, command: ForOne): void {
  const instrument = venue.instruments.get(command.symbol)
  if (!instrument) {
    const { kind, symbol } = command
    const order = 'order' in command ? { order: command.order, account: command.account } : {}
    const newOrder = command.kind === 'replace' ? { newOrder: command.newOrder } : {}
    refuse(venue, kind, 'instrument.unknown', { ...order, ...newOrder, symbol })
    return
  }
  venue.touched.add(instrument)
  switch (command.kind) {
    case 'reference':
      setReference(venue, instrument, command)
      return
    case 'halt':
      haltInstrument(venue, instrument, command)
      return
    case 'resume':
      resumeInstrument(venue, instrument)
      return
    case 'place':
    case 'cancel':
    case 'reduce':
    case 'replace':
      changeOrders(venue, instrument, command)
  }
}

function changeOrders(venue: Venue, instrument: Instrument, command: ForOrder): void {
  if (command.kind !== 'place' && changeBlock(venue, command)) return
  if (isForOddLots(venue, instrument, command)) {
    changeOddOrders(venue, instrument, command)
    return
  }
  const watched = isWatched(venue, instrument)
  if (watched) watch(instrument)
  switch (command.kind) {
    case 'place':
      placeOrder(venue, instrument, command)
      break
    case 'cancel':
      cancelOrder(venue, instrument, command, watched)
      break
    case 'reduce':
      reduceOrder(venue, instrument, command, watched)
      break
    case 'replace':
      replaceOrder(venue, instrument, command, watched)
      break
  }
  if (watched) watch(instrument)
}

function bookOf(venue: Venue, instrument: Instrument): Book {
  const last = lastPrice(instrument)
  const indicative = isCall(instrument) ? auctionPrice(instrument) : undefined
  const odd = oddDepthOf(venue, instrument)
  return {
    symbol: instrument.symbol,
    state: instrument.state,
    bids: bestFive(instrument.buys, last),
    asks: bestFive(instrument.sells, last),
    ...(indicative && { indicative }),
    ...(odd && { odd }),
  }
}
