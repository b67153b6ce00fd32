// What ends by itself. Whatever command comes, timers that are due before it are served first, so the same commands
// at the same times give the same day whether or not anybody asked for the time in between.

import { endHalt } from './halt.ts'
import type { Instrument } from './instrument.ts'
import { closeByAuction, openByAuction } from './session.ts'
import type { Venue } from './venue.ts'

export function serveTimers(venue: Venue): void {
  while (venue.due <= venue.at) {
    // The earliest; of equal ones the first by symbol.
    const instrument = venue.listed.find(({ timer }) => timer === venue.due)
    if (!instrument) throw new Error('a timer is due that no instrument has')
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
