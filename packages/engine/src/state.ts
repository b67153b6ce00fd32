import type { TradingState } from '@fairlot/contract/venue'
import type { Instrument } from './instrument.ts'
import type { Venue } from './venue.ts'

/** Says what an instrument does from now on, and until when if its timer is set. */
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
