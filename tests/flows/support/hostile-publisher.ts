// A publisher on NATS beside the real exchange: it reads a shard's position and publishes batches with matching number
// and hash but its own content.

import { createHash, randomUUID } from 'node:crypto'
import { connect, headers } from '@nats-io/transport-node'
import type { Sql } from '@fairlot/testkit/sql'
import type { Subjects, Traded, VenueEvent } from '../../../packages/contract/src/venue/index.ts'

export interface HostilePublisher {
  /** Publishes a batch that seems to follow the newest one of the shard. */
  forge(shard: number, events: readonly VenueEvent[]): Promise<void>
  /** Publishes any text on any subject. */
  say(subject: string, text: string): Promise<void>
  close(): Promise<void>
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export async function openHostilePublisher(
  natsUrl: string,
  subjects: Subjects,
  sql: Sql,
): Promise<HostilePublisher> {
  const nats = await connect({ servers: natsUrl, name: 'hostile' })
  const say = async (subject: string, text: string): Promise<void> => {
    const head = headers()
    head.set('Fairlot-Digest', sha256(text))
    nats.publish(subject, text, { headers: head })
    await nats.flush()
  }
  return {
    say,
    async forge(shard, events) {
      const [head] = await sql.query<{ sequence: number; event: number; hash: string }>(
        `SELECT sequence::float8 AS sequence, event::float8 AS event, hash FROM exchange.shards WHERE shard = $1`,
        [shard],
      )
      const batch = {
        shard,
        first: head!.sequence + 1,
        last: head!.sequence + 1,
        firstEvent: head!.event + 1,
        at: Date.now(),
        previous: head!.hash,
        hash: sha256(randomUUID()),
        filled: true,
        events,
      }
      await say(subjects.events(shard), JSON.stringify(batch))
    },
    close: () => nats.close(),
  }
}

/** A trade between two seats, at any price. */
export const seatTrade = (symbol: string, price: number): Traded => ({
  kind: 'traded',
  symbol,
  price,
  quantity: 1_000,
  buyOrder: randomUUID(),
  buyAccount: 'seat:maker-2',
  buyLeft: 0,
  sellOrder: randomUUID(),
  sellAccount: 'seat:maker-1',
  sellLeft: 0,
  taker: 'sell',
  bids: [],
  asks: [],
})
