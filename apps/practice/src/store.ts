// All SQL of the practice market. Its role may read instruments, seats and the exchange's events, submit commands like
// any other participant, add generated history, and write one row about itself.

import type { VenueEvent } from '@fairlot/contract/venue'
import type { Closure } from '@fairlot/rules/calendar'
import { surviveBrokenConnections } from '@fairlot/process/broken-connections'
import { connectionOf } from '@fairlot/process/database-address'
import pg from 'pg'
import type { InstrumentFacts } from './instruments.ts'

export interface SeatRow {
  readonly code: string
  readonly kind: 'maker' | 'trader' | 'house'
}

export interface ShardHead {
  readonly shard: number
  /** The last command applied and the last event written. */
  readonly sequence: number
  readonly event: number
}

export interface StoredEvent {
  readonly shard: number
  readonly event: number
  readonly at: number
  readonly body: VenueEvent
}

export function openPool(url: string, statementTimeoutMs: number): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOf(url),
    max: 2,
    application_name: 'fairlot-practice',
    connectionTimeoutMillis: 3_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // Silence for longer than any statement may take: the connection is given up.
    query_timeout: statementTimeoutMs * 2,
  })
  surviveBrokenConnections(pool)
  return pool
}

export type Queryable = Pick<pg.Pool, 'query'>

async function rows<Row extends pg.QueryResultRow>(
  db: Queryable,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await db.query<Row>(text, values)).rows
}

/** Undefined on a replica, which gives every lock to every process that asks. */
export async function tryLock(db: Queryable): Promise<boolean | undefined> {
  const [row] = await rows<{ locked: boolean | null }>(
    db,
    `SELECT CASE WHEN NOT pg_is_in_recovery() THEN pg_try_advisory_lock(hashtext('fairlot practice run')) END AS locked`,
  )
  return row!.locked ?? undefined
}

export const readInstruments = (db: Queryable): Promise<InstrumentFacts[]> =>
  rows<InstrumentFacts>(
    db,
    `SELECT symbol, kind, board, industry_en AS "industryEn", name_en AS "nameEn", reference, limited
     FROM app.instruments WHERE delisted_on IS NULL ORDER BY symbol COLLATE "C"`,
  )

export const readSeats = (db: Queryable): Promise<SeatRow[]> =>
  rows<SeatRow>(db, `SELECT code, kind FROM app.seats WHERE kind <> 'pool' ORDER BY code COLLATE "C"`)

export const readClosures = (db: Queryable): Promise<Closure[]> =>
  rows<Closure>(
    db,
    `SELECT date::text AS date, settlement_only AS "settlementOnly" FROM app.closures ORDER BY date`,
  )

/** Whether candles of any day exist: then history has been loaded, or the market has traded. */
export async function hasHistory(db: Queryable): Promise<boolean> {
  const [row] = await rows<{ found: boolean }>(
    db,
    `SELECT EXISTS (SELECT FROM market.day_candles) OR EXISTS (SELECT FROM market.minute_candles)
       OR EXISTS (SELECT FROM market.index_days) AS found`,
  )
  return row!.found
}

export async function readHeads(db: Queryable): Promise<ShardHead[]> {
  const heads = await rows<{ shard: number; sequence: string; event: string }>(
    db,
    `SELECT shard, sequence, event FROM exchange.shards`,
  )
  return heads.map(({ shard, sequence, event }) => ({
    shard,
    sequence: Number(sequence),
    event: Number(event),
  }))
}

/** The events of a shard after this one, in order. */
export async function readEvents(
  db: Queryable,
  shard: number,
  after: number,
  limit: number,
): Promise<StoredEvent[]> {
  const found = await rows<{ event: string; at: Date; body: string }>(
    db,
    `SELECT event, at, body FROM exchange.events WHERE shard = $1 AND event > $2 ORDER BY event LIMIT $3`,
    [shard, after, limit],
  )
  return found.map(({ event, at, body }) => ({
    shard,
    event: Number(event),
    at: at.getTime(),
    body: JSON.parse(body) as VenueEvent,
  }))
}

/** How far back a security may have been listed when the market learns of it: minutes of a busy shard. */
const latelyListed = 20_000

/** What the exchange has said of a newly listed security up to this event: its day and its state. */
export async function readFirstEvents(
  db: Queryable,
  shard: number,
  symbol: string,
  upTo: number,
): Promise<Pick<StoredEvent, 'at' | 'body'>[]> {
  const found = await rows<{ at: Date; body: string }>(
    db,
    `SELECT at, body FROM exchange.events
     WHERE shard = $1 AND event > $3 - ${latelyListed} AND event <= $3 AND symbol = $2 AND kind IN ('day', 'state')
     ORDER BY event`,
    [shard, symbol, upTo],
  )
  return found.map(({ at, body }) => ({ at: at.getTime(), body: JSON.parse(body) as VenueEvent }))
}

/** All commands of a tick in one statement, which is its own transaction. */
export async function submit(
  db: Queryable,
  shards: readonly number[],
  commands: readonly string[],
): Promise<void> {
  await db.query('SELECT exchange.submit_many($1::int[], $2::text[])', [shards, commands])
}

/** The worker reads them once a second. */
export async function askHalts(
  db: Queryable,
  halts: readonly { readonly symbol: string; readonly until?: number }[],
): Promise<void> {
  await db.query(
    `INSERT INTO practice.halt_requests (symbol, until)
     SELECT symbol, to_timestamp(until / 1000) FROM unnest($1::text[], $2::float8[]) AS u (symbol, until)`,
    [halts.map(({ symbol }) => symbol), halts.map(({ until }) => until ?? 0)],
  )
}

export async function readSaved(db: Queryable): Promise<string | undefined> {
  const [row] = await rows<{ body: string }>(db, `SELECT body FROM practice.state`)
  return row?.body
}

export async function save(db: Queryable, body: string): Promise<void> {
  await db.query(
    `INSERT INTO practice.state (body, saved_at) VALUES ($1, now())
     ON CONFLICT (only_row) DO UPDATE SET body = excluded.body, saved_at = excluded.saved_at`,
    [body],
  )
}
