// Pauses: a price more than 3.5 per cent away from the recent average pauses the instrument for two minutes, and a
// jump of the simulated price in the last minute of a call postpones the auction.

import { lotSize } from '@fairlot/rules/instruments'
import { auctionPrice } from './auction-price.ts'
import { cancelMarketOrders, isCall, lastPrice } from './instrument.ts'
import { setState } from './state.ts'
import { type Instrument, setTimer, type Venue } from './venue.ts'

const minute = 60_000
export const pauseFor = 2 * minute
export const openPostponedFor = 2 * minute
export const closePostponedFor = 3 * minute
/** The average's window, and how long the opening price is used instead of it. */
const windowFor = 5 * minute
/** Nothing pauses shortly before the closing call: its auction finds the price. */
const quietBeforeClose = 5 * minute
const sliceFor = 10_000
const slicesInWindow = windowFor / sliceFor
/** At or below one dollar a single tick is more than the bound. */
const exemptReference = 100

/** More than 3.5 per cent apart, in whole numbers. */
export const isFar = (price: number, from: number): boolean => Math.abs(price - from) * 1_000 > from * 35

export const isExempt = (instrument: Instrument): boolean => instrument.reference <= exemptReference

export function recordTrade(venue: Venue, instrument: Instrument, price: number, quantity: number): void {
  const number = Math.floor(venue.at / sliceFor)
  const { slices } = instrument
  while (slices.length > 0 && slices[0]!.number <= number - slicesInWindow) slices.shift()
  // Lots, not shares: price times shares of a busy five minutes would come near 2^53.
  const lots = quantity / lotSize
  const newest = slices[slices.length - 1]
  if (newest?.number === number) {
    newest.lots += lots
    newest.amount += price * lots
  } else slices.push({ number, lots, amount: price * lots })
  instrument.open ??= price
  instrument.last = price
}

/** True in the last five minutes before the closing call. */
export const isQuiet = (venue: Venue): boolean =>
  venue.phaseUntil !== undefined && venue.at >= venue.phaseUntil - quietBeforeClose

/** The price a pause is measured from; undefined when the instrument cannot be paused now. */
export function pauseReference(venue: Venue, instrument: Instrument): number | undefined {
  if (isExempt(instrument)) return undefined
  if (isQuiet(venue)) return undefined
  if (venue.at < venue.phaseFrom + windowFor) return instrument.open ?? instrument.reference
  const oldest = Math.floor(venue.at / sliceFor) - slicesInWindow
  let lots = 0
  let amount = 0
  for (const slice of instrument.slices)
    if (slice.number > oldest) {
      lots += slice.lots
      amount += slice.amount
    }
  // Rounded to the nearest hundredth, halves up.
  return lots === 0 ? lastPrice(instrument) : Math.floor((2 * amount + lots) / (2 * lots))
}

export const isBeyond = (price: number, reference: number | undefined): boolean =>
  reference !== undefined && isFar(price, reference)

export function beginPause(venue: Venue, instrument: Instrument, reason: 'volatility' | 'resumed'): void {
  setTimer(venue, instrument, venue.at + pauseFor)
  setState(venue, instrument, 'paused', reason)
  cancelMarketOrders(venue, instrument)
}

/** True in the last minute of its shard's call, when changes to this instrument are watched. */
export const isWatched = (venue: Venue, instrument: Instrument): boolean =>
  venue.phaseUntil !== undefined &&
  venue.at >= venue.phaseUntil - minute &&
  venue.phase === instrument.state &&
  isCall(instrument)

/** Checks the simulated price before and after each change to a watched instrument. */
export function watch(instrument: Instrument): void {
  const price = auctionPrice(instrument)?.price
  if (price === undefined) return
  if (instrument.simulated !== undefined && isFar(price, instrument.simulated)) instrument.jumped = true
  instrument.simulated = price
}

export function forgetWatch(instrument: Instrument): void {
  instrument.simulated = undefined
  instrument.jumped = false
  instrument.cancelledVolume = 0
}

/** An opening is postponed after a jump, or when three tenths of the order volume were cancelled in the last minute. */
export function isOpenPostponed(instrument: Instrument): boolean {
  if (isExempt(instrument)) return false
  const { cancelledVolume } = instrument
  const volume = instrument.buys.quantity + instrument.sells.quantity + cancelledVolume
  return instrument.jumped || (cancelledVolume > 0 && cancelledVolume * 10 >= volume * 3)
}

export const isClosePostponed = (instrument: Instrument): boolean =>
  !isExempt(instrument) && instrument.jumped
