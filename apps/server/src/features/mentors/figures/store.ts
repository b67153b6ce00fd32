import { followerMedianBp } from '@fairlot/rules/copy-trading'
import type { MentorLevel } from '@fairlot/contract/mentors'
import type { MentorDay, MentorFigures } from '@fairlot/rules/mentors'
import type { Tx } from '#platform/db'

/** Without foreign cash: what rates made of it is no result of trading. */
export const readDayEnds = (tx: Tx, memberId: string): Promise<readonly Omit<MentorDay, 'fills'>[]> =>
  tx.query<Omit<MentorDay, 'fills'>>(
    `SELECT date::text AS date, cash + holdings AS total, paid_in - (foreign_cash - currency) AS "paidIn", holdings
     FROM app.wealth_days WHERE member_id = $1 AND paid_in IS NOT NULL ORDER BY app.wealth_days.date LIMIT 4000`,
    [memberId],
  )

export const readFillDays = (
  tx: Tx,
  memberId: string,
): Promise<readonly { readonly date: string; readonly fills: number }[]> =>
  tx.query<{ date: string; fills: number }>(
    `SELECT f.date::text AS date, count(*)::integer AS fills FROM app.fills f WHERE f.member_id = $1
     GROUP BY f.date ORDER BY f.date`,
    [memberId],
  )

export interface ClosedRow {
  readonly direction: 'long' | 'short'
  readonly multiple: number
  readonly dayTrade: boolean
  readonly origin: string
  readonly openedValue: bigint
  readonly realised: bigint
  readonly date: string
}

/** The trading day of a trade is that of its last fill. */
export const lastFillOf = `(SELECT max(f.date) FROM app.fills f WHERE f.position_id = p.id
  AND f.traded_at BETWEEN p.opened_at - interval '1 day' AND p.closed_at + interval '1 day')`

export const readClosed = (tx: Tx, memberId: string): Promise<readonly ClosedRow[]> =>
  tx.query<ClosedRow>(
    `SELECT p.direction, p.multiple, p.day_trade AS "dayTrade", p.origin, p.opened_value AS "openedValue", p.realised,
       ${lastFillOf}::text AS date
     FROM app.positions p WHERE p.member_id = $1 AND p.state = 'closed' ORDER BY p.closed_at`,
    [memberId],
  )

export interface NewMentorDay {
  readonly mentorId: string
  readonly level: MentorLevel | null
  readonly figures: MentorFigures
  readonly followScale: bigint
  readonly followedTotal: bigint
  /** Null below five followers. */
  readonly followerMedianBp: number | null
}

/** A day that another worker has written stays. */
export async function insertMentorDay(
  tx: Tx,
  { mentorId, level, figures, ...follow }: NewMentorDay,
): Promise<void> {
  const trades = Object.fromEntries(
    Object.entries(figures.trades).map(([kind, one]) => [
      kind,
      { ...one, realised: one.realised.toString() },
    ]),
  )
  await tx.query(
    `INSERT INTO app.mentor_days (mentor_id, date, level, profit, money_bp, index, time_bp, day_bp, drawdown_bp, exposure_bp,
       days, fills, capital, money, trades, follow_scale, followed_total, follower_median_bp)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) ON CONFLICT DO NOTHING`,
    [
      mentorId,
      figures.date,
      level,
      figures.profit,
      figures.moneyBp,
      figures.index,
      figures.timeBp,
      figures.dayBp,
      figures.drawdownBp,
      figures.exposureBp,
      figures.days,
      figures.fills,
      figures.capital,
      figures.money,
      JSON.stringify(trades),
      follow.followScale,
      follow.followedTotal,
      follow.followerMedianBp,
    ],
  )
}

/** What followers have behind the mentor now, what they ever put behind, and their median result. */
export async function readFollowed(
  tx: Tx,
  mentorId: string,
): Promise<Pick<NewMentorDay, 'followScale' | 'followedTotal' | 'followerMedianBp'>> {
  const [row] = await tx.query<{ followScale: bigint; followedTotal: bigint }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE state = 'following'), 0)::bigint AS "followScale",
       coalesce(sum(amount), 0)::bigint AS "followedTotal"
     FROM app.copies WHERE mentor_id = $1 AND started_at IS NOT NULL`,
    [mentorId],
  )
  const results = await tx.query<{ result: bigint; amount: bigint }>(
    'SELECT r.result, r.amount FROM app.follower_results($1) AS r',
    [mentorId],
  )
  return { ...row!, followerMedianBp: followerMedianBp(results) }
}

export interface BehindMentor {
  readonly id: string
  readonly memberId: string
  readonly name: string
  readonly isSimulated: boolean
}

/** Mentors with a day end that has no figures yet. A closed mentor's figures end with the day of the close. */
export const readBehind = (tx: Tx, max: number): Promise<readonly BehindMentor[]> =>
  tx.query<BehindMentor>(
    `SELECT m.id, m.member_id AS "memberId", m.name, m.is_simulated AS "isSimulated" FROM app.mentors m
     WHERE (SELECT max(w.date) FROM app.wealth_days w WHERE w.member_id = m.member_id AND w.paid_in IS NOT NULL
         AND (m.closed_at IS NULL OR w.date <= (m.closed_at AT TIME ZONE 'Asia/Taipei')::date))
       > coalesce((SELECT max(d.date) FROM app.mentor_days d WHERE d.mentor_id = m.id), '-infinity')
     ORDER BY m.id LIMIT $1`,
    [max],
  )

export interface LastDay {
  readonly date: string
  readonly level: MentorLevel | null
}

export async function readLastDay(tx: Tx, mentorId: string): Promise<LastDay | undefined> {
  const [row] = await tx.query<LastDay>(
    `SELECT d.date::text AS date, d.level FROM app.mentor_days d WHERE d.mentor_id = $1 ORDER BY d.date DESC LIMIT 1`,
    [mentorId],
  )
  return row
}

/** The last day whose figures count: of a closed mentor, the day of the close. */
export async function readLastCounted(tx: Tx, mentorId: string): Promise<string | null> {
  const [row] = await tx.query<{ date: string | null }>(
    `SELECT (m.closed_at AT TIME ZONE 'Asia/Taipei')::date::text AS date FROM app.mentors m WHERE m.id = $1`,
    [mentorId],
  )
  return row?.date ?? null
}
