// Lists instruments and sets the price their next day begins at.

import type { ListInstruments, SetReference } from '@fairlot/contract/venue'
import { highestPrice, isOnTick } from '@fairlot/rules/instruments'
import { newInstrument } from './instrument.ts'
import { setState } from './state.ts'
import { addInstrument, type Instrument, refuse, type Venue } from './venue.ts'

/** A new instrument is closed until the next opening call: its first trade comes from an auction. */
export function listInstruments(venue: Venue, command: ListInstruments): void {
  for (const { symbol, instrument: kind, reference, limited } of command.instruments) {
    if (venue.instruments.has(symbol)) refuse(venue, 'list', 'instrument.listed', { symbol })
    else if (!isOnTick(kind, reference) || reference > highestPrice)
      refuse(venue, 'list', 'reference.price', { symbol })
    else {
      const instrument = newInstrument(symbol, kind, reference, limited)
      addInstrument(venue, instrument)
      setState(venue, instrument, 'closed')
      venue.touched.add(instrument)
    }
  }
}

export function setReference(venue: Venue, instrument: Instrument, command: SetReference): void {
  const { symbol, price, limited } = command
  if (price !== undefined) {
    if (!isOnTick(instrument.kind, price) || price > highestPrice) {
      refuse(venue, 'reference', 'reference.price', { symbol })
      return
    }
    instrument.referenceOverride = price
  }
  if (limited !== undefined) instrument.limitedNext = limited
}
