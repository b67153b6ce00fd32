import type { TradingState } from '@fairlot/contract/venue'
import type { Instrument, Venue } from './venue.ts'

/** Records the instrument's new state, and its end if the timer is set. */
export function setState(venue: Venue, instrument: Instrument, state: TradingState, reason?: string): void {
  instrument.state = state
  instrument.reason = reason
  venue.events.push({
    kind: 'state',
    symbol: instrument.symbol,
    state,
    ...(reason !== undefined && { reason }),
    ...(instrument.timer !== undefined && { until: instrument.timer }),
  })
}
