// A halt stops one instrument: nothing matches and only withdrawals are accepted. It ends by its timer or a resume.

import type { HaltInstrument } from '@fairlot/contract/venue'
import { cancelMarketOrders } from './instrument.ts'
import { haltOddLots, resumeOddLots } from './odd-session.ts'
import { endDay } from './session.ts'
import { setState } from './state.ts'
import { type Instrument, refuse, setTimer, type Venue } from './venue.ts'
import { beginPause, forgetWatch } from './volatility.ts'

export function haltInstrument(venue: Venue, instrument: Instrument, command: HaltInstrument): void {
  if (instrument.state === 'halted') {
    refuse(venue, 'halt', 'halt.already', { symbol: instrument.symbol })
    return
  }
  forgetWatch(instrument)
  setTimer(venue, instrument, command.until)
  setState(venue, instrument, 'halted', command.reason)
  cancelMarketOrders(venue, instrument)
  haltOddLots(venue, instrument)
  // The shard has closed and only this instrument's auction was postponed: it is dropped.
  if (venue.phase === 'closed' && instrument.inDay) endDay(venue, instrument)
}

export function resumeInstrument(venue: Venue, instrument: Instrument): void {
  if (instrument.state !== 'halted') {
    refuse(venue, 'resume', 'halt.not-halted', { symbol: instrument.symbol })
    return
  }
  endHalt(venue, instrument)
}

/** During continuous trading it starts its own call; otherwise it joins its shard's phase. */
export function endHalt(venue: Venue, instrument: Instrument): void {
  setTimer(venue, instrument, undefined)
  if (!instrument.inDay) setState(venue, instrument, 'closed')
  else if (venue.phase === 'continuous') beginPause(venue, instrument, 'resumed')
  else setState(venue, instrument, venue.phase)
  resumeOddLots(venue, instrument)
}
