// A venue scripted by the test: batches written into the exchange's tables as the exchange writes them, at a time
// chosen by the test, and published or held back as needed.

import { createHash, createHmac } from 'node:crypto'
import { connect, headers, type NatsConnection } from '@nats-io/transport-node'
import type { TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import {
  type BookMessage,
  sealHeader,
  shardOf,
  type Subjects,
  subjectsOf,
  type VenueEvent,
} from '../../../packages/contract/src/venue/index.ts'

/** The rows one commit of a shard wrote. */
export interface Batch {
  readonly shard: number
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  readonly at: number
  readonly previous: string
  readonly hash: string
  readonly events: readonly VenueEvent[]
}

export interface Tape {
  readonly sql: Sql
  readonly subjects: Subjects
  readonly nats: NatsConnection
  /** Commits one batch per shard that the events belong to; returns them in shard order, not announced. */
  commit(at: number, events: readonly VenueEvent[]): Promise<Batch[]>
  /** Announces on NATS that the shard has committed. */
  announce(batch: Pick<Batch, 'shard' | 'last'>): Promise<void>
  /** Publishes any text on the exchange's subject. */
  announceText(shard: number, text: string): Promise<void>
  /** Commit and announce. */
  say(at: number, events: readonly VenueEvent[]): Promise<void>
  showBooks(message: BookMessage): void
  close(): Promise<void>
}

interface Head {
  sequence: number
  event: number
  hash: string
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const genesis = '0'.repeat(64)
const bookKey = 'b'.repeat(64)

export async function openTape(database: TestDatabase, natsUrl: string): Promise<Tape> {
  const sql = openSql(database.ownerUrl)
  const subjects = subjectsOf(database.name)
  const nats = await connect({ servers: natsUrl, name: 'tape' })
  const heads = new Map<number, Head>()
  await sql.query(`SELECT exchange.ensure_partitions('2025-01-01', 36)`)
  await sql.query(
    `INSERT INTO exchange.book_keys (shard, key) SELECT shard, $1 FROM generate_series(0, 3) AS shard
     ON CONFLICT (shard) DO NOTHING`,
    [bookKey],
  )

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
    announce: ({ shard, last }) => tape.announceText(shard, JSON.stringify({ shard, last })),
    async announceText(shard, text) {
      nats.publish(subjects.events(shard), text)
      // While NATS is down nothing is announced, and readers poll.
      await nats.flush().catch(() => undefined)
    },
    async say(at, events) {
      for (const batch of await tape.commit(at, events)) await tape.announce(batch)
    },
    showBooks(message) {
      const subject = subjects.books(message.shard)
      const text = JSON.stringify(message)
      const head = headers()
      head.set(sealHeader, createHmac('sha256', bookKey).update(`${subject}\n${text}`).digest('hex'))
      nats.publish(subject, text, { headers: head })
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
