// States that end on their own. Timers due before a command run first, so the same commands at the same times give the
// same day, however often the time was advanced in between.

import { endHalt } from './halt.ts'
import type { Instrument, Venue } from './venue.ts'
import { closeByAuction, openByAuction } from './session.ts'

export function serveTimers(venue: Venue): void {
  while (venue.due <= venue.at) {
    // The earliest timer; among equal ones the first by symbol.
    const instrument = venue.listed.find(({ timer }) => timer === venue.due)
    if (!instrument) throw new Error('a due timer belongs to no instrument')
    serve(venue, instrument)
    venue.touched.add(instrument)
  }
}

function serve(venue: Venue, instrument: Instrument): void {
  switch (instrument.state) {
    case 'paused':
    case 'opening-call':
      openByAuction(venue, instrument)
      break
    case 'closing-call':
      closeByAuction(venue, instrument)
      break
    case 'halted':
      endHalt(venue, instrument)
      break
    case 'continuous':
    case 'closed':
      throw new Error(`${instrument.symbol}: ${instrument.state} does not end by itself`)
  }
}
