// After the commit the exchange publishes on NATS how far a shard has come, without content: readers take that from
// PostgreSQL. Publishing is never awaited. What NATS misses during an outage, readers find by themselves within a
// second; the newest position of each shard is published again as soon as NATS is back.

import type { EventsWake, Subjects } from '@fairlot/contract/venue'
import type { Nats } from '@fairlot/process/nats'
import type { Metrics } from './metrics.ts'

export interface Announcer {
  /** `filled`: a member's order filled in the commit. */
  announce(shard: number, last: number, filled?: boolean): void
}

export function createAnnouncer(nats: Nats, subjects: Subjects, metrics: Metrics): Announcer {
  const newest = new Map<number, number>()
  const say = (shard: number, last: number, filled = false): void => {
    const wake: EventsWake = { shard, last, ...(filled && { filled }) }
    const isSent = nats.publish(subjects.events(shard), JSON.stringify(wake))
    metrics.announced.inc({ result: isSent ? 'sent' : 'dropped' })
  }
  nats.onConnected(() => {
    for (const [shard, last] of newest) say(shard, last)
  })
  return {
    announce(shard, last, filled) {
      newest.set(shard, last)
      say(shard, last, filled)
    },
  }
}
