import type { Tx } from '#platform/db'

export type ApplicationState = 'pending' | 'passed' | 'rejected'

export interface ApplicationRow {
  readonly id: string
  readonly state: ApplicationState
  readonly reason: string | null
  readonly appliedAt: Date
}

/** The newest one. */
export async function readApplication(tx: Tx, memberId: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT id, state, reason, applied_at AS "appliedAt" FROM app.day_trading_applications
     WHERE member_id = $1 ORDER BY applied_at DESC, id DESC LIMIT 1`,
    [memberId],
  )
  return row
}

/** One by its id, with what was signed. */
export async function readApplicationById(
  tx: Tx,
  applicationId: string,
): Promise<(ApplicationRow & { readonly memberId: string; readonly statement: string }) | undefined> {
  const [row] = await tx.query<ApplicationRow & { memberId: string; statement: string }>(
    `SELECT id, member_id AS "memberId", state, reason, applied_at AS "appliedAt", statement
     FROM app.day_trading_applications WHERE id = $1`,
    [applicationId],
  )
  return row
}

/** When the account was opened, and how many of its orders have filled since. */
export async function readExperience(
  tx: Tx,
  memberId: string,
  since: Date,
): Promise<{ readonly joinedAt: Date; readonly trades: number }> {
  const [row] = await tx.query<{ joinedAt: Date; trades: number }>(
    `SELECT m.joined_at AS "joinedAt", (
       SELECT count(DISTINCT f.order_id)::integer FROM app.fills f WHERE f.member_id = m.id AND f.traded_at > $2
     ) AS trades FROM app.members m WHERE m.id = $1`,
    [memberId, since],
  )
  return row!
}

export interface Results {
  readonly closed: number
  readonly lost: number
}

export async function readResultsOfAll(tx: Tx, since: Date): Promise<Results> {
  const [row] = await tx.query<Results>(
    `SELECT coalesce(sum(closed), 0)::integer AS closed, coalesce(sum(lost), 0)::integer AS lost
     FROM app.day_trade_days WHERE date > ($1::timestamptz AT TIME ZONE 'Asia/Taipei')::date`,
    [since],
  )
  return row!
}

export async function readResultsOfMember(
  tx: Tx,
  memberId: string,
  since: Date,
): Promise<Results & { readonly result: bigint }> {
  const [row] = await tx.query<Results & { result: bigint }>(
    `SELECT count(*)::integer AS closed, (count(*) FILTER (WHERE realised < 0))::integer AS lost,
       coalesce(sum(realised), 0)::bigint AS result
     FROM app.positions WHERE member_id = $1 AND state = 'closed' AND closed_at > $2 AND day_trade`,
    [memberId, since],
  )
  return row!
}

/** Recounts the days in which a position may have been closed since `since`. Returns how many changed. */
export async function countDays(tx: Tx, since: Date): Promise<number> {
  const changed = await tx.query(
    `INSERT INTO app.day_trade_days AS old (date, closed, lost)
     SELECT (closed_at AT TIME ZONE 'Asia/Taipei')::date, count(*), count(*) FILTER (WHERE realised < 0)
     FROM app.positions
     WHERE state = 'closed' AND day_trade
       AND closed_at >= date_trunc('day', $1::timestamptz AT TIME ZONE 'Asia/Taipei') AT TIME ZONE 'Asia/Taipei'
     GROUP BY 1
     ON CONFLICT (date) DO UPDATE SET closed = excluded.closed, lost = excluded.lost
     WHERE (old.closed, old.lost) IS DISTINCT FROM (excluded.closed, excluded.lost)
     RETURNING 1`,
    [since],
  )
  return changed.length
}

export interface HeldRow {
  readonly direction: 'long' | 'short'
  readonly dayTrade: boolean
  readonly state: 'holding' | 'preparing-to-close' | 'closed'
  readonly openedOn: string
}

export async function lockPosition(
  tx: Tx,
  memberId: string,
  positionId: string,
): Promise<HeldRow | undefined> {
  const [row] = await tx.query<HeldRow>(
    `SELECT direction, day_trade AS "dayTrade", state, opened_on::text AS "openedOn"
     FROM app.positions WHERE id = $1 AND member_id = $2 FOR UPDATE`,
    [positionId, memberId],
  )
  return row
}

export async function clearDayTrade(tx: Tx, positionId: string): Promise<void> {
  await tx.query('UPDATE app.positions SET day_trade = false WHERE id = $1', [positionId])
}
