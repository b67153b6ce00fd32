// Reads the exchange's events from PostgreSQL, each once and in order. NATS only signals progress of a shard; a slow
// periodic read finds what it missed.

import type { EventsWake, VenueEvent } from '@fairlot/contract/venue'
import { type Queryable, readEvents, readHeads } from './store.ts'

export interface Cursor {
  event: number
  /** The last command the shard is known to have applied. */
  sequence: number
}

export interface Follower {
  /** Reads up to the current position of each shard. */
  catchUp(): Promise<void>
  /** A shard signals progress. */
  wake(wake: Partial<EventsWake>): void
  /** Whether a shard has signalled progress since the last read. */
  hasNews(): boolean
  cursorOf(shard: number): Cursor
  cursors(): Readonly<Record<string, number>>
}

const pageSize = 2_000

export function createFollower(
  db: Queryable,
  from: Readonly<Record<string, number>>,
  onEvent: (event: VenueEvent, at: number) => void,
): Follower {
  const cursors = new Map<number, Cursor>(
    Object.entries(from).map(([shard, event]) => [Number(shard), { event, sequence: 0 }]),
  )
  const reading = new Set<number>()
  let news = false
  const cursorOf = (shard: number): Cursor => {
    let cursor = cursors.get(shard)
    if (!cursor) cursors.set(shard, (cursor = { event: 0, sequence: 0 }))
    return cursor
  }

  async function readOn(shard: number, head: { event: number; sequence: number }): Promise<void> {
    const cursor = cursorOf(shard)
    reading.add(shard)
    try {
      while (cursor.event < head.event) {
        const events = await readEvents(db, shard, cursor.event, pageSize)
        for (const { event, at, body } of events) {
          onEvent(body, at)
          cursor.event = event
        }
        // Fewer than a page: everything else up to the head has been pruned, or there is nothing.
        if (events.length < pageSize) cursor.event = Math.max(cursor.event, head.event)
      }
      cursor.sequence = Math.max(cursor.sequence, head.sequence)
    } finally {
      reading.delete(shard)
    }
  }

  return {
    async catchUp() {
      news = false
      for (const { shard, event, sequence } of await readHeads(db)) {
        if (!reading.has(shard)) await readOn(shard, { event, sequence })
      }
    },
    wake({ shard, last }) {
      if (shard === undefined || last === undefined || last > cursorOf(shard).sequence) news = true
    },
    hasNews: () => news,
    cursorOf,
    cursors: () => Object.fromEntries([...cursors].map(([shard, { event }]) => [shard, event])),
  }
}
