// Reads the exchange's events, each once and in its order: from NATS while nothing is missing, from PostgreSQL at the
// start, on a gap, and by a slow look now and then, which is all there is while NATS is away.

import type { Batch, VenueEvent } from '@fairlot/contract/venue'
import { type Queryable, readEvents, readHeads } from './store.ts'

export interface Cursor {
  event: number
  /** The last command the shard is known to have applied. */
  sequence: number
}

export interface Follower {
  /** Reads on from PostgreSQL to where each shard stands now. */
  catchUp(): Promise<void>
  take(batch: Batch): void
  /** Whether a batch has been missed since the last look. */
  hasGap(): boolean
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
  let gap = false
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
        // Fewer than a page: the rest up to the head has been pruned, or there is none.
        if (events.length < pageSize) cursor.event = Math.max(cursor.event, head.event)
      }
      cursor.sequence = Math.max(cursor.sequence, head.sequence)
    } finally {
      reading.delete(shard)
    }
  }

  return {
    async catchUp() {
      gap = false
      for (const { shard, event, sequence } of await readHeads(db)) {
        if (!reading.has(shard)) await readOn(shard, { event, sequence })
      }
    },
    take(batch) {
      // What comes while PostgreSQL is being read is in what is being read, or shows as a gap afterwards.
      if (reading.has(batch.shard)) return
      const cursor = cursorOf(batch.shard)
      if (batch.firstEvent !== cursor.event + 1) {
        gap ||= batch.firstEvent > cursor.event + 1
        return
      }
      for (const event of batch.events) onEvent(event, batch.at)
      cursor.event += batch.events.length
      cursor.sequence = Math.max(cursor.sequence, batch.last)
    },
    hasGap: () => gap,
    cursorOf,
    cursors: () => Object.fromEntries([...cursors].map(([shard, { event }]) => [shard, event])),
  }
}
