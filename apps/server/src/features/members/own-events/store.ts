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
