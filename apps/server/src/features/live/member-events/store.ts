import type { Tx } from '#platform/db'

/**
 * Transactions that number the same member's events wait for each other, so that there is never a gap. The ids are
 * sorted, and the rows of unnest are locked one after the other.
 */
export async function lockMemberEvents(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('member events ' || u, 0)) FROM unnest($1::text[]) AS u`,
    [memberIds],
  )
}

/** Returns the number of each, in the given order. */
export async function insertMemberEvents(
  tx: Tx,
  events: readonly {
    readonly memberId: string
    readonly kind: string
    readonly data: string
    readonly at: Date
  }[],
): Promise<number[]> {
  const rows = await tx.query<{ place: number; number: number }>(
    `WITH fresh AS (
       SELECT u.*, row_number() OVER (PARTITION BY u.member_id ORDER BY u.place) AS nth
       FROM unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[])
         WITH ORDINALITY AS u (member_id, kind, data, at, place)
     ), last AS (
       SELECT m.member_id,
         coalesce((SELECT max(e.number) FROM app.member_events e WHERE e.member_id = m.member_id), 0) AS number
       FROM (SELECT DISTINCT f.member_id FROM fresh f) AS m
     ), written AS (
       INSERT INTO app.member_events (member_id, number, kind, data, at)
       SELECT f.member_id, l.number + f.nth, f.kind, f.data::jsonb, f.at
       FROM fresh f JOIN last l ON l.member_id = f.member_id
     )
     SELECT f.place::float8 AS place, (l.number + f.nth)::float8 AS number
     FROM fresh f JOIN last l ON l.member_id = f.member_id ORDER BY f.place`,
    [
      events.map(({ memberId }) => memberId),
      events.map(({ kind }) => kind),
      events.map(({ data }) => data),
      events.map(({ at }) => at),
    ],
  )
  return rows.map(({ number }) => number)
}

/**
 * Deletes events older than `before`, except the newest of each member: numbering continues from it. At most `max` at a
 * time.
 */
export async function deleteOldMemberEvents(tx: Tx, before: Date, max: number): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM app.member_events WHERE (member_id, number) IN (
       SELECT o.member_id, o.number FROM app.member_events o
       WHERE o.at < $1
         AND EXISTS (SELECT FROM app.member_events n WHERE n.member_id = o.member_id AND n.number > o.number)
       LIMIT $2)
     RETURNING 1`,
    [before, max],
  )
  return rows.length
}
