// The gateway's reads, with a role that may read little else: tickets, whether sessions are open, the events of
// connected members, and members' fills in the exchange's log.

import type { ExecutedFill } from '@fairlot/contract/live'
import type { Tx } from '#platform/db'

export interface Admission {
  readonly memberId: string
  readonly sessionId: string
}

/**
 * Consumes a ticket, valid or not, and returns whom it admits. Of two callers with the same ticket the second deletes
 * nothing.
 */
export async function useTicket(tx: Tx, hash: Buffer, seenSince: Date): Promise<Admission | undefined> {
  const [row] = await tx.query<Admission>(
    `WITH used AS (
       DELETE FROM app.feed_tickets WHERE hash = $1 RETURNING member_id, session_id, expires_at
     )
     SELECT used.member_id AS "memberId", used.session_id AS "sessionId"
     FROM used, app.open_sessions(ARRAY[used.session_id], $2) AS alive
     WHERE used.expires_at > now()`,
    [hash, seenSince],
  )
  return row
}

export async function forgetOldTickets(tx: Tx): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.feed_tickets WHERE hash IN
       (SELECT hash FROM app.feed_tickets WHERE expires_at < now() - interval '1 minute' LIMIT 5000)
     RETURNING 1`,
  )
  return rows.length
}

export async function readOpenSessions(
  tx: Tx,
  sessionIds: readonly string[],
  seenSince: Date,
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM app.open_sessions($1::uuid[], $2) AS open (id)',
    [sessionIds, seenSince],
  )
  return new Set(rows.map(({ id }) => id))
}

export async function readEndedSessions(tx: Tx, seconds: number): Promise<readonly string[]> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM app.sessions_ended_since(now() - make_interval(secs => $1)) AS ended (id)',
    [seconds],
  )
  return rows.map(({ id }) => id)
}

/** A member event as it was written. The gateway passes it on; the client checks it. */
export interface StoredEvent {
  readonly n: number
  readonly kind: string
  readonly data: unknown
}

export async function readNewestOwn(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ newest: number }>(
    'SELECT coalesce(max(number), 0)::float8 AS newest FROM app.member_events WHERE member_id = $1',
    [memberId],
  )
  return row!.newest
}

/** Members who have events newer than `after`. The two lists are parallel. */
export async function readBehind(
  tx: Tx,
  memberIds: readonly string[],
  after: readonly number[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ memberId: string }>(
    `SELECT asked.member AS "memberId" FROM unnest($1::uuid[], $2::bigint[]) AS asked (member, number)
     WHERE EXISTS (SELECT FROM app.member_events e WHERE e.member_id = asked.member AND e.number > asked.number)`,
    [memberIds, after],
  )
  return rows.map(({ memberId }) => memberId)
}

/** For each member the events after their number, at most the oldest `max` of each. The two lists are parallel. */
export function readManyOwnAfter(
  tx: Tx,
  memberIds: readonly string[],
  after: readonly number[],
  max: number,
): Promise<readonly (StoredEvent & { readonly memberId: string })[]> {
  return tx.query(
    `SELECT asked.member AS "memberId", e.number::float8 AS n, e.kind, e.data
     FROM unnest($1::uuid[], $2::bigint[]) AS asked (member, number)
     CROSS JOIN LATERAL (SELECT o.number, o.kind, o.data FROM app.member_events o
       WHERE o.member_id = asked.member AND o.number > asked.number ORDER BY o.number LIMIT $3) AS e
     ORDER BY asked.member, e.number`,
    [memberIds, after, max],
  )
}

export function readOwnAfter(
  tx: Tx,
  memberId: string,
  after: number,
  max: number,
): Promise<readonly StoredEvent[]> {
  return tx.query<StoredEvent>(
    `SELECT number::float8 AS n, kind, data FROM app.member_events
     WHERE member_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
    [memberId, after, max],
  )
}

/** How far a shard's log goes. */
export interface ShardHead {
  readonly shard: number
  readonly sequence: number
  readonly event: number
}

export interface MemberFill {
  readonly memberId: string
  readonly fill: ExecutedFill
}

/**
 * The members' fills after these events, in the order of the log, and how far it goes; null for an event reads no fill.
 * The two lists are parallel.
 */
export async function readMemberFills(
  tx: Tx,
  shards: readonly number[],
  after: readonly (number | null)[],
): Promise<{ readonly heads: readonly ShardHead[]; readonly fills: readonly MemberFill[] }> {
  const rows = await tx.query<ShardHead & ExecutedFill & { readonly memberId: string | null }>(
    `SELECT shard, sequence::float8 AS sequence, event::float8 AS event, member AS "memberId", order_id AS "orderId",
       symbol, side, price::float8 AS price, quantity::float8 AS quantity, remaining::float8 AS left
     FROM exchange.member_fills($1, $2)`,
    [shards, after],
  )
  return {
    heads: rows.map(({ shard, sequence, event }) => ({ shard, sequence, event })),
    fills: rows.flatMap(({ memberId, orderId, symbol, side, price, quantity, left }) =>
      memberId === null ? [] : [{ memberId, fill: { orderId, symbol, side, price, quantity, left } }],
    ),
  }
}
