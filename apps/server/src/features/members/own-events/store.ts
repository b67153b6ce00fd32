import type { Tx } from '#platform/db'

/** Two transactions that number the same member's events wait for each other; a number is never left out. */
export async function lockOwnEvents(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('own events ' || $1, 0))`, [memberId])
}

export async function insertOwnEvent(
  tx: Tx,
  memberId: string,
  kind: string,
  data: string,
  at: Date,
): Promise<number> {
  const [row] = await tx.query<{ number: bigint }>(
    `INSERT INTO app.own_events (member_id, number, kind, data, at)
     SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4 FROM app.own_events WHERE member_id = $1
     RETURNING number`,
    [memberId, kind, data, at],
  )
  return Number(row!.number)
}

/** The same for several members. The ids come sorted, and the rows of unnest are locked one after the other. */
export async function lockOwnEventsOf(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended('own events ' || u, 0)) FROM unnest($1::text[]) AS u`,
    [memberIds],
  )
}

/** Answers the number of each, in the order given. */
export async function insertOwnEvents(
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
         coalesce((SELECT max(e.number) FROM app.own_events e WHERE e.member_id = m.member_id), 0) AS number
       FROM (SELECT DISTINCT f.member_id FROM fresh f) AS m
     ), written AS (
       INSERT INTO app.own_events (member_id, number, kind, data, at)
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
