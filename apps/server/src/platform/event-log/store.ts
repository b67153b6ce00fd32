import type { Tx } from '../db.ts'

export interface HeadRow {
  readonly shard: number
  readonly sequence: number
  readonly event: number
}

/** The last position the exchange has written. */
export async function readHead(tx: Tx, shard: number): Promise<HeadRow | undefined> {
  const [row] = await tx.query<HeadRow>(
    'SELECT shard, sequence::float8 AS sequence, event::float8 AS event FROM exchange.shards WHERE shard = $1',
    [shard],
  )
  return row
}

export interface BatchRow {
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  readonly lastEvent: number
  readonly previous: string
  readonly hash: string
  readonly at: number
}

/** `since`: skips everything before it, milliseconds since 1970. */
export const readBatches = (
  tx: Tx,
  shard: number,
  afterSequence: number,
  since: number,
  limit: number,
): Promise<readonly BatchRow[]> =>
  tx.query<BatchRow>(
    `SELECT first::float8 AS first, last::float8 AS last, first_event::float8 AS "firstEvent",
       last_event::float8 AS "lastEvent", previous, hash, floor(extract(epoch FROM at) * 1000)::float8 AS at
     FROM exchange.batches
     WHERE shard = $1 AND exchange.batches.last > $2::bigint AND exchange.batches.at >= to_timestamp($3::float8 / 1000)
     ORDER BY exchange.batches.last LIMIT $4`,
    [shard, afterSequence, since, limit],
  )

export interface EventRow {
  readonly event: number
  readonly at: number
  readonly body: string
}

export const readEvents = (
  tx: Tx,
  shard: number,
  afterEvent: number,
  upToEvent: number,
  since: number,
): Promise<readonly EventRow[]> =>
  tx.query<EventRow>(
    `SELECT event::float8 AS event, floor(extract(epoch FROM at) * 1000)::float8 AS at, body
     FROM exchange.events
     WHERE shard = $1 AND exchange.events.event > $2::bigint AND exchange.events.event <= $3::bigint
       AND exchange.events.at >= to_timestamp($4::float8 / 1000)
     ORDER BY exchange.events.event`,
    [shard, afterEvent, upToEvent, since],
  )

/** The pruned ranges after this sequence, oldest first. */
export const readPruned = (
  tx: Tx,
  shard: number,
  afterSequence: number,
): Promise<readonly { readonly first: number; readonly last: number }[]> =>
  tx.query(
    `SELECT first::float8 AS first, last::float8 AS last FROM exchange.pruned
     WHERE shard = $1 AND exchange.pruned.last > $2::bigint ORDER BY exchange.pruned.first`,
    [shard, afterSequence],
  )
