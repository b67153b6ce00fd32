import type { VenueEvent } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

export interface SetAsideRow {
  readonly shard: number
  readonly event: number
  readonly at: Date
  readonly date: string | null
  readonly kind: string
  readonly symbol: string | null
  readonly orders: readonly string[]
  readonly reason: string
  readonly waits: boolean
}

export async function insertSetAside(tx: Tx, row: SetAsideRow & { readonly now: Date }): Promise<void> {
  await tx.query(
    `INSERT INTO settlement.set_aside (shard, event, at, date, kind, symbol, orders, reason, waits, set_aside_at, tried_at)
     VALUES ($1, $2, (SELECT e.at FROM exchange.events e WHERE e.shard = $1 AND e.event = $2), $3, $4, $5, $6, $7, $8, $9, $9)`,
    [
      row.shard,
      row.event,
      row.date,
      row.kind,
      row.symbol,
      row.orders,
      row.reason.slice(0, 500),
      row.waits,
      row.now,
    ],
  )
}

export async function countCauses(tx: Tx, shard: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM settlement.set_aside WHERE shard = $1 AND state = 'waiting' AND NOT waits`,
    [shard],
  )
  return row!.count
}

/** A condition: an event waits. */
export const isEventWaiting = `EXISTS (SELECT FROM settlement.set_aside WHERE state = 'waiting')`

/** All waiting events, in log order. */
export const readWaiting = (tx: Tx): Promise<readonly Pick<SetAsideRow, 'shard' | 'event' | 'orders'>[]> =>
  tx.query(
    `SELECT shard, event::float8 AS event, orders FROM settlement.set_aside WHERE state = 'waiting'
     ORDER BY shard, event LIMIT 1000`,
  )

export interface WaitingEvent extends SetAsideRow {
  readonly reviewAfter: Date | null
  readonly body: VenueEvent
}

/** Locked; undefined when it has ended meanwhile. The event's content comes from the log. */
export async function lockWaiting(tx: Tx, shard: number, event: number): Promise<WaitingEvent | undefined> {
  const [row] = await tx.query<Omit<WaitingEvent, 'body'> & { readonly text: string }>(
    `SELECT a.shard, a.event::float8 AS event, a.at, a.date::text AS date, a.kind, a.symbol, a.orders, a.reason, a.waits,
       a.review_after AS "reviewAfter", (SELECT e.body FROM exchange.events e
         WHERE e.shard = a.shard AND e.event = a.event AND e.at = a.at) AS text
     FROM settlement.set_aside a
     WHERE a.shard = $1 AND a.event = $2 AND a.state = 'waiting' FOR UPDATE`,
    [shard, event],
  )
  if (!row) return undefined
  const { text, ...rest } = row
  return { ...rest, body: JSON.parse(text) as VenueEvent }
}

export async function endSetAside(
  tx: Tx,
  shard: number,
  event: number,
  state: 'applied' | 'left-out',
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE settlement.set_aside SET state = $3, ended_at = $4 WHERE shard = $1 AND event = $2 AND state = 'waiting'`,
    [shard, event, state, now],
  )
}

export async function noteTry(
  tx: Tx,
  shard: number,
  event: number,
  reason: string,
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE settlement.set_aside SET reason = $3, waits = false, tried_at = $4 WHERE shard = $1 AND event = $2`,
    [shard, event, reason.slice(0, 500), now],
  )
}

export async function noteReview(
  tx: Tx,
  shard: number,
  event: number,
  reviewId: string | null,
  after: Date,
): Promise<void> {
  await tx.query(
    `UPDATE settlement.set_aside SET review_id = coalesce($3, review_id), review_after = $4
     WHERE shard = $1 AND event = $2`,
    [shard, event, reviewId, after],
  )
}

/** For the console: the event under review. */
export async function readSetAside(
  tx: Tx,
  shard: number,
  event: number,
): Promise<(SetAsideRow & { readonly state: string }) | undefined> {
  const [row] = await tx.query<SetAsideRow & { readonly state: string }>(
    `SELECT shard, event::float8 AS event, at, date::text AS date, kind, symbol, orders, reason, waits, state
     FROM settlement.set_aside WHERE shard = $1 AND event = $2`,
    [shard, event],
  )
  return row
}

/** How many later events wait for the same orders. */
export async function countBehind(tx: Tx, shard: number, event: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM settlement.set_aside b JOIN settlement.set_aside a
       ON a.shard = b.shard AND a.orders && b.orders AND b.event > a.event
     WHERE a.shard = $1 AND a.event = $2 AND b.state = 'waiting'`,
    [shard, event],
  )
  return row!.count
}
