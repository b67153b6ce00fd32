// The day: an opening call, continuous trading, a closing call, the close. A shard's phase moves all its instruments
// except halted ones. Those with a postponed auction follow by their timer.

import type { ChangePhase, OddAuctionHours, Phase } from '@fairlot/contract/venue'
import { bestLevel } from './book-side.ts'
import { holdAuction } from './auction.ts'
import { endGathering } from './block-entry.ts'
import { endDayOfBlocks } from './block-lines.ts'
import { allOrders, cancelMarketOrders, cancelResting, setLimits } from './instrument.ts'
import { closeOddLots, endAfterHours, newOddBook, openOddLots } from './odd-session.ts'
import { setState } from './state.ts'
import { type Instrument, refuse, setTimer, type Venue } from './venue.ts'
import {
  closePostponedFor,
  forgetWatch,
  isClosePostponed,
  isOpenPostponed,
  openPostponedFor,
} from './volatility.ts'

const follows: Readonly<Record<Phase, Phase>> = {
  'opening-call': 'closed',
  continuous: 'opening-call',
  'closing-call': 'continuous',
  closed: 'closing-call',
}

export function changePhase(venue: Venue, command: ChangePhase): void {
  const { date, phase, seed, until, oddAuction } = command
  const isNext =
    follows[phase] === venue.phase &&
    (phase === 'opening-call' ? venue.date === undefined || date > venue.date : date === venue.date)
  if (!isNext) {
    refuse(venue, 'phase', 'phase.order', {})
    return
  }
  // A close or a match of odd lots that is still to come ends before the next day begins, under its own date.
  if (phase === 'opening-call') {
    for (const instrument of venue.listed) {
      if (instrument.inDay) closeByAuction(venue, instrument)
      if (instrument.odd) endAfterHours(venue, instrument, instrument.odd)
      instrument.odd = command.odd && newOddBook(instrument)
    }
    endDayOfBlocks(venue)
  }
  venue.date = date
  venue.phase = phase
  venue.phaseFrom = venue.at
  venue.phaseUntil = until
  if (phase === 'opening-call') venue.seed = seed ?? ''
  const isDrawn = phase === 'continuous' && seed !== undefined
  if (isDrawn) venue.seed = seed
  venue.events.push(isDrawn ? { kind: 'phase', date, phase, seed } : { kind: 'phase', date, phase })
  for (const instrument of venue.listed) {
    if (isDrawn) instrument.drawn ??= instrument.entries
    enterPhase(venue, instrument, phase, oddAuction)
    venue.touched.add(instrument)
  }
  if (phase === 'closed') endGathering(venue)
}

function enterPhase(
  venue: Venue,
  instrument: Instrument,
  phase: Phase,
  oddAuction: OddAuctionHours | undefined,
): void {
  const halted = instrument.state === 'halted'
  switch (phase) {
    case 'opening-call':
      beginDay(venue, instrument)
      if (!halted) setState(venue, instrument, 'opening-call')
      break
    case 'continuous':
      // Listed after the day began: its first trading day is the next.
      if (!instrument.inDay) break
      openOddLots(venue, instrument)
      if (halted) break
      if (isOpenPostponed(instrument)) postpone(venue, instrument, openPostponedFor)
      else openByAuction(venue, instrument)
      break
    case 'closing-call':
      if (!instrument.inDay || halted) break
      forgetWatch(instrument)
      setTimer(venue, instrument, undefined)
      setState(venue, instrument, 'closing-call')
      cancelMarketOrders(venue, instrument)
      break
    case 'closed':
      if (!instrument.inDay) break
      closeOddLots(venue, instrument, oddAuction)
      if (halted) endDay(venue, instrument)
      else if (isClosePostponed(instrument)) postpone(venue, instrument, closePostponedFor)
      else closeByAuction(venue, instrument)
      break
  }
}

function postpone(venue: Venue, instrument: Instrument, milliseconds: number): void {
  forgetWatch(instrument)
  setTimer(venue, instrument, venue.at + milliseconds)
  setState(venue, instrument, instrument.state, 'postponed')
}

function beginDay(venue: Venue, instrument: Instrument): void {
  instrument.reference = instrument.referenceOverride ?? instrument.referenceNext
  instrument.limited = instrument.limitedNext ?? instrument.limited
  instrument.referenceOverride = undefined
  instrument.limitedNext = undefined
  instrument.referenceNext = instrument.reference
  setLimits(instrument)
  instrument.open = undefined
  instrument.last = undefined
  instrument.drawn = undefined
  instrument.slices = []
  instrument.inDay = true
  forgetWatch(instrument)
  venue.events.push({
    kind: 'day',
    symbol: instrument.symbol,
    date: venue.date!,
    reference: instrument.reference,
    ...(instrument.upper !== undefined && { upper: instrument.upper }),
    ...(instrument.lower !== undefined && { lower: instrument.lower }),
  })
}

/** The end of an opening call or of a pause. */
export function openByAuction(venue: Venue, instrument: Instrument): void {
  holdAuction(venue, instrument)
  forgetWatch(instrument)
  setTimer(venue, instrument, undefined)
  setState(venue, instrument, 'continuous')
}

export function closeByAuction(venue: Venue, instrument: Instrument): void {
  holdAuction(venue, instrument)
  endDay(venue, instrument)
  setTimer(venue, instrument, undefined)
  setState(venue, instrument, 'closed')
}

/** Cancels every order and sets the next day's reference. */
export function endDay(venue: Venue, instrument: Instrument): void {
  instrument.referenceNext = referenceAfter(instrument)
  for (const order of allOrders(instrument)) cancelResting(venue, instrument, order, 'end-of-day')
  instrument.inDay = false
  forgetWatch(instrument)
  venue.events.push({
    kind: 'close',
    symbol: instrument.symbol,
    date: venue.date!,
    ...(instrument.last !== undefined && { price: instrument.last }),
    nextReference: instrument.referenceOverride ?? instrument.referenceNext,
    ...(instrument.odd?.auction && { oddAuction: instrument.odd.auction }),
  })
}

/**
 * The closing price. If nothing traded: the best bid if it is above today's reference, the best ask if it is below,
 * otherwise today's reference again.
 */
function referenceAfter(instrument: Instrument): number {
  if (instrument.last !== undefined) return instrument.last
  const bid = bestLevel(instrument.buys)?.price
  const ask = bestLevel(instrument.sells)?.price
  if (bid !== undefined && bid > instrument.reference) return bid
  if (ask !== undefined && ask < instrument.reference) return ask
  return instrument.reference
}
