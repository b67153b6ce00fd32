// What the gateway reads, with a role that may read little else: quotes to start from, tickets, whether sessions are
// open, and the own events of members who are connected.

import type { DetailUpdate, OwnEvent } from '@fairlot/contract/market-data'
import type { Level, TradingState } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

interface StoredQuote {
  readonly symbol: string
  readonly version: number
  readonly date: string
  readonly state: TradingState
  readonly reason: string | null
  readonly until: number | null
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
  readonly open: number | null
  readonly high: number | null
  readonly low: number | null
  readonly last: number | null
  readonly volume: number
  readonly turnover: number
  readonly trades: number
  readonly inside: number
  readonly outside: number
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
  readonly indicativePrice: number | null
  readonly indicativeQuantity: number | null
}

/** Sums are far below 2^53, so they are read as doubles and stay exact. */
export async function readQuotes(tx: Tx, symbols: readonly string[]): Promise<readonly DetailUpdate[]> {
  const rows = await tx.query<StoredQuote>(
    `SELECT symbol, version::float8 AS version, date::text AS date, state, reason,
       (extract(epoch FROM until) * 1000)::float8 AS until, reference, upper, lower, open, high, low, last,
       volume::float8 AS volume, turnover::float8 AS turnover, trades, inside_volume::float8 AS inside,
       outside_volume::float8 AS outside, bids, asks, indicative_price AS "indicativePrice",
       indicative_quantity::float8 AS "indicativeQuantity"
     FROM market.quotes WHERE symbol = ANY ($1)`,
    [symbols],
  )
  return rows.map((row) => ({
    s: row.symbol,
    n: row.version,
    st: row.state,
    p: row.last,
    r: row.reference,
    v: row.volume,
    a: row.turnover,
    ...(row.upper === null ? {} : { u: row.upper }),
    ...(row.lower === null ? {} : { d: row.lower }),
    ...(row.indicativePrice === null || row.indicativeQuantity === null
      ? {}
      : { i: [row.indicativePrice, row.indicativeQuantity] as const }),
    ...(row.reason === null ? {} : { why: row.reason }),
    ...(row.until === null ? {} : { until: row.until }),
    o: row.open,
    h: row.high,
    l: row.low,
    y: row.date,
    c: row.trades,
    x: [row.inside, row.outside],
    b: row.bids,
    k: row.asks,
  }))
}

export interface Admission {
  readonly memberId: string
  readonly sessionId: string
}

/** Uses a ticket up, good or not, and answers whom it lets in. Two who show the same one: the second deletes nothing. */
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

export async function readNewestOwn(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ newest: number }>(
    'SELECT coalesce(max(number), 0)::float8 AS newest FROM app.own_events WHERE member_id = $1',
    [memberId],
  )
  return row!.newest
}

/** Members for whom something newer than `after` happened. Both lists go together. */
export async function readBehind(
  tx: Tx,
  memberIds: readonly string[],
  after: readonly number[],
): Promise<readonly string[]> {
  const rows = await tx.query<{ memberId: string }>(
    `SELECT asked.member AS "memberId" FROM unnest($1::uuid[], $2::bigint[]) AS asked (member, number)
     WHERE EXISTS (SELECT FROM app.own_events e WHERE e.member_id = asked.member AND e.number > asked.number)`,
    [memberIds, after],
  )
  return rows.map(({ memberId }) => memberId)
}

export function readOwnAfter(
  tx: Tx,
  memberId: string,
  after: number,
  most: number,
): Promise<readonly OwnEvent[]> {
  return tx.query<OwnEvent>(
    `SELECT number::float8 AS n, kind, data FROM app.own_events
     WHERE member_id = $1 AND number > $2 ORDER BY number LIMIT $3`,
    [memberId, after, most],
  )
}
