// What the quotes role publishes on NATS, for every gateway.

import type { DetailUpdate, IndexUpdate } from '../live/index.ts'

/** The full state of one instrument, with the trades since the last message. */
export type QuoteMessage = DetailUpdate

/** All indices, with every change and at least with every heartbeat, so that a starting gateway has them at once. */
export type IndicesMessage = readonly IndexUpdate[]

/** About once a second while the quotes role reads the log: everything up to this time has been published. */
export interface HeartbeatMessage {
  readonly at: number
}
