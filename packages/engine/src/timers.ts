// States that end on their own. Timers due before a command run first, so the same commands at the same times give the
// same day, however often the time was advanced in between.

import { endHalt } from './halt.ts'
import { serveOddTimer } from './odd-session.ts'
import type { Instrument, Venue } from './venue.ts'
import { closeByAuction, openByAuction } from './session.ts'

export function serveTimers(venue: Venue): void {
  while (venue.due <= venue.at) {
    // The earliest timer; among equal ones the first by symbol, and whole lots before odd ones.
    const instrument = venue.listed.find(({ timer, odd }) => timer === venue.due || odd?.timer === venue.due)
    if (!instrument) throw new Error('a due timer belongs to no instrument')
    if (instrument.timer === venue.due) serve(venue, instrument)
    else serveOddTimer(venue, instrument, instrument.odd!)
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
