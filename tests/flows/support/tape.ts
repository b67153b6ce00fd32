// A venue that says exactly what a test wants and when: batches written into the exchange's tables as the exchange
// writes them, with the time of the test's choosing, and published or held back as the test likes.

import { createHash } from 'node:crypto'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import type { TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import {
  type Batch,
  type BookMessage,
  digestHeader,
  shardOf,
  type Subjects,
  subjectsOf,
  type VenueEvent,
} from '../../../packages/contract/src/venue/index.ts'

export interface Tape {
  readonly sql: Sql
  readonly subjects: Subjects
  readonly nats: NatsConnection
  /** Commits one batch per shard that the events belong to; answers them in shard order, unpublished. */
  commit(at: number, events: readonly VenueEvent[]): Promise<Batch[]>
  publish(batch: Batch): Promise<void>
  publishText(shard: number, text: string, digest?: string): Promise<void>
  /** Commit and publish. */
  say(at: number, events: readonly VenueEvent[]): Promise<void>
  showBooks(message: BookMessage): void
  makeStream(): Promise<void>
  hasStream(): Promise<boolean>
  deleteStream(): Promise<void>
  close(): Promise<void>
}

interface Head {
  sequence: number
  event: number
  hash: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const genesis = '0'.repeat(64)

export async function openTape(database: TestDatabase, natsUrl: string): Promise<Tape> {
  const sql = openSql(database.ownerUrl)
  const subjects = subjectsOf(database.name)
  const nats = await connect({ servers: natsUrl, name: 'tape' })
  const heads = new Map<number, Head>()
  await sql.query(`SELECT exchange.ensure_partitions('2025-01-01', 36)`)

  const commitShard = async (shard: number, at: number, events: readonly VenueEvent[]): Promise<Batch> => {
    const head = heads.get(shard) ?? { sequence: 0, event: 0, hash: genesis }
    const last = head.sequence + 1
    const batch: Batch = {
      shard,
      first: last,
      last,
      firstEvent: head.event + 1,
      at,
      previous: head.hash,
      hash: sha256(`${head.hash} ${JSON.stringify(events)}`),
      events,
    }
    const lastEvent = head.event + events.length
    await sql.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO exchange.shards (shard, epoch, sequence, event, hash, at)
         VALUES ($1, 1, $2, $3, $4, to_timestamp($5::float8 / 1000))
         ON CONFLICT (shard) DO UPDATE SET sequence = $2, event = $3, hash = $4, at = EXCLUDED.at`,
        [shard, last, lastEvent, batch.hash, at],
      )
      await tx.query(
        `INSERT INTO exchange.batches (shard, first, last, first_event, last_event, epoch, at, previous, hash)
         VALUES ($1, $2, $2, $3, $4, 1, to_timestamp($5::float8 / 1000), $6, $7)`,
        [shard, last, batch.firstEvent, lastEvent, at, batch.previous, batch.hash],
      )
      await tx.query(
        `INSERT INTO exchange.events (shard, event, sequence, at, kind, symbol, body)
         SELECT $1::smallint, $2::bigint + place - 1, $3::bigint, to_timestamp($4::float8 / 1000), body ->> 'kind',
           body ->> 'symbol', body::text
         FROM json_array_elements($5::json) WITH ORDINALITY AS e (body, place)`,
        [shard, batch.firstEvent, last, at, JSON.stringify(events)],
      )
    })
    heads.set(shard, { sequence: last, event: lastEvent, hash: batch.hash })
    return batch
  }

  const tape: Tape = {
    sql,
    subjects,
    nats,
    async commit(at, events) {
      const ofShard = Map.groupBy(events, (event) =>
        shardOf('symbol' in event && event.symbol !== undefined ? event.symbol : ''),
      )
      const batches: Batch[] = []
      for (const shard of [...ofShard.keys()].toSorted((a, b) => a - b)) {
        batches.push(await commitShard(shard, at, ofShard.get(shard)!))
      }
      return batches
    },
    publish: (batch) => tape.publishText(batch.shard, JSON.stringify(batch)),
    async publishText(shard, text, digest = sha256(text)) {
      const head = headers()
      head.set(digestHeader, digest)
      await jetstream(nats).publish(subjects.events(shard), text, { headers: head })
    },
    async say(at, events) {
      for (const batch of await tape.commit(at, events)) await tape.publish(batch)
    },
    showBooks: (message) => nats.publish(subjects.books(message.shard), JSON.stringify(message)),
    async makeStream() {
      const manager = await jetstreamManager(nats)
      await manager.streams.add({ name: subjects.eventStream, subjects: [subjects.allEvents] })
    },
    async hasStream() {
      try {
        const manager = await jetstreamManager(nats, { timeout: 1_000 })
        await manager.streams.info(subjects.eventStream)
        return true
      } catch {
        return false
      }
    },
    async deleteStream() {
      const manager = await jetstreamManager(nats)
      await manager.streams.delete(subjects.eventStream)
    },
    async close() {
      await nats.close()
      await sql.close()
    },
  }
  return tape
}

export const day = (symbol: string, date: string, reference: number): VenueEvent => ({
  kind: 'day',
  symbol,
  date,
  reference,
  upper: Math.floor(reference * 1.1),
  lower: Math.ceil(reference * 0.9),
})

export const state = (
  symbol: string,
  name: 'opening-call' | 'continuous' | 'paused' | 'halted' | 'closing-call' | 'closed',
  more: { reason?: string; until?: number } = {},
): VenueEvent => ({ kind: 'state', symbol, state: name, ...more })

export const trade = (
  symbol: string,
  price: number,
  quantity: number,
  taker?: 'buy' | 'sell',
): VenueEvent => ({
  kind: 'traded',
  symbol,
  price,
  quantity,
  buyOrder: 'b',
  buyAccount: 'seat:a',
  buyLeft: 0,
  sellOrder: 's',
  sellAccount: 'seat:b',
  sellLeft: 0,
  ...(taker ? { taker } : {}),
  bids: [],
  asks: [],
})

export const close = (symbol: string, date: string, price: number | undefined, next: number): VenueEvent => ({
  kind: 'close',
  symbol,
  date,
  ...(price === undefined ? {} : { price }),
  nextReference: next,
})
