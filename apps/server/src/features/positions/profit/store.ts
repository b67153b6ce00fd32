import type { DayEnd } from '@fairlot/rules/figures'
import { sumForeignPaid } from '#features/currency-exchange'
import type { Tx } from '#platform/db'

export interface WealthDay extends DayEnd {
  /** Shares at the day's close, less borrowed ones. */
  readonly holdings: bigint
  /** At the mid rates of its end. */
  readonly foreignCash: bigint
  /** Of what was open at that close, after the costs of closing it. */
  readonly unrealised: bigint
  /** All costs ever paid: brokerage, tax, borrowing, interest. */
  readonly costs: bigint
}

const columns = `date::text AS date, cash + holdings + foreign_cash AS total, holdings, foreign_cash AS "foreignCash", currency, realised, unrealised, costs,
  paid_in AS "paidIn", rebates`

export const readWealthFrom = (tx: Tx, memberId: string, from: string): Promise<readonly WealthDay[]> =>
  tx.query<WealthDay>(
    `SELECT ${columns} FROM app.wealth_days WHERE member_id = $1 AND date >= $2 AND paid_in IS NOT NULL
     ORDER BY app.wealth_days.date LIMIT 4000`,
    [memberId, from],
  )

export async function readWealthBefore(
  tx: Tx,
  memberId: string,
  date: string,
): Promise<WealthDay | undefined> {
  const [row] = await tx.query<WealthDay>(
    `SELECT ${columns} FROM app.wealth_days WHERE member_id = $1 AND date < $2 AND paid_in IS NOT NULL
     ORDER BY app.wealth_days.date DESC LIMIT 1`,
    [memberId, date],
  )
  return row
}

/** Creates the table of the month, so that its rows do not go to the default one. */
export async function prepareWealthMonth(tx: Tx, date: string): Promise<void> {
  await tx.query(`SELECT app.prepare_month('wealth_days', $1::date)`, [date])
}

export async function upsertWealthDay(tx: Tx, memberId: string, day: WealthDay): Promise<void> {
  await tx.query(
    `INSERT INTO app.wealth_days (member_id, date, cash, holdings, realised, unrealised, costs, paid_in, rebates, foreign_cash, currency)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (member_id, date) DO NOTHING`,
    [
      memberId,
      day.date,
      day.total - day.holdings - day.foreignCash,
      day.holdings,
      day.realised,
      day.unrealised,
      day.costs,
      day.paidIn,
      day.rebates,
      day.foreignCash,
      day.currency,
    ],
  )
}

export interface DayOfMember {
  readonly memberId: string
  readonly isWritten: boolean
}

const withDay = (members: string): string => `
  SELECT m.member_id AS "memberId",
    EXISTS (SELECT FROM app.wealth_days w WHERE w.member_id = m.member_id AND w.date = $1) AS "isWritten"
  FROM (${members}) m ORDER BY m.member_id`

/** Members with open positions, by id, after this one: the index has this order. */
export const readHolders = (
  tx: Tx,
  date: string,
  after: string,
  limit: number,
): Promise<readonly DayOfMember[]> =>
  tx.query<DayOfMember>(
    withDay(`SELECT DISTINCT member_id FROM app.positions WHERE state <> 'closed' AND member_id > $2
      ORDER BY member_id LIMIT $3`),
    [date, after, limit],
  )

/** Members with a fill on the date, in the same way: a member who closed everything that day has no open position. */
export const readTraders = (
  tx: Tx,
  date: string,
  after: string,
  limit: number,
): Promise<readonly DayOfMember[]> =>
  tx.query<DayOfMember>(
    withDay(
      `SELECT DISTINCT member_id FROM app.fills
       WHERE date = $1 AND traded_at > $1::date - 14 AND member_id > $2 ORDER BY member_id LIMIT $3`,
    ),
    [date, after, limit],
  )

/**
 * Members with a deposit or withdrawal decided since the day began, or who joined since then, in the same way. Without
 * a position only these change their total.
 */
export const readPayers = (
  tx: Tx,
  date: string,
  after: string,
  limit: number,
  began: Date,
): Promise<readonly DayOfMember[]> =>
  tx.query<DayOfMember>(
    withDay(
      `SELECT DISTINCT member_id FROM (
         SELECT member_id FROM app.deposits WHERE state = 'passed' AND decided_at >= $4
         UNION ALL SELECT member_id FROM app.withdrawals WHERE state <> 'pending' AND decided_at >= $4
         UNION ALL SELECT id FROM app.members WHERE joined_at >= $4 AND kind <> 'seat'
       ) payers WHERE member_id > $2 ORDER BY member_id LIMIT $3`,
    ),
    [date, after, limit, began],
  )

/** Members who ever had foreign cash, in the same way: rates move its worth every day. */
export const readForeignHolders = (
  tx: Tx,
  date: string,
  after: string,
  limit: number,
): Promise<readonly DayOfMember[]> =>
  tx.query<DayOfMember>(
    withDay(
      `SELECT DISTINCT member_id FROM (
         SELECT member_id FROM app.currency_flows UNION ALL SELECT member_id FROM app.currency_quotes WHERE dealt_at IS NOT NULL
       ) holders WHERE member_id > $2 ORDER BY member_id LIMIT $3`,
    ),
    [date, after, limit],
  )

export interface Results {
  readonly realised: bigint
  readonly costs: bigint
  /** Fees that coupons paid back. */
  readonly rebates: bigint
  /** What all foreign cash cost. */
  readonly foreignPaid: bigint
}

/** Over everything the member ever had. Two halves of positions, because each has its own index. */
export async function sumResults(tx: Tx, memberId: string): Promise<Results> {
  const half = (state: string): string => `
    SELECT sum(realised) AS realised,
      sum(open_fee + open_tax + borrow_fee + close_fee + close_tax + interest_paid) AS costs
    FROM app.positions WHERE member_id = $1 AND ${state}`
  const [row] = await tx.query<Omit<Results, 'foreignPaid'>>(
    `SELECT coalesce(sum(realised), 0)::bigint + (
         SELECT coalesce(sum(gross - withheld - owed - owed_supplement), 0)::bigint FROM app.dividend_entitlements
         WHERE member_id = $1 AND accrued_entry IS NOT NULL
       ) AS realised, coalesce(sum(costs), 0)::bigint AS costs,
       (SELECT coalesce(sum(used), 0)::bigint FROM app.coupons WHERE member_id = $1) AS rebates
     FROM (${half(`state <> 'closed'`)} UNION ALL ${half(`state = 'closed'`)}) halves`,
    [memberId],
  )
  return { ...row!, foreignPaid: await sumForeignPaid(tx, memberId) }
}

export async function readJoined(tx: Tx, memberId: string): Promise<Date> {
  const [row] = await tx.query<{ joinedAt: Date }>(
    'SELECT joined_at AS "joinedAt" FROM app.members WHERE id = $1',
    [memberId],
  )
  return row!.joinedAt
}

export async function countClosed(
  tx: Tx,
  memberId: string,
  from: Date,
): Promise<{ readonly won: number; readonly closed: number }> {
  const [row] = await tx.query<{ won: number; closed: number }>(
    `SELECT count(*) FILTER (WHERE realised > 0)::integer AS won, count(*)::integer AS closed
     FROM app.positions WHERE member_id = $1 AND state = 'closed' AND closed_at >= $2`,
    [memberId, from],
  )
  return row!
}

/** The index at the close of the last day up to `date`, and its newest value; null if either is missing. */
export async function readIndexChange(
  tx: Tx,
  code: string,
  date: string,
): Promise<{ readonly then: number | null; readonly now: number | null }> {
  const [row] = await tx.query<{ then: number | null; now: number | null }>(
    `SELECT (SELECT value FROM market.index_days WHERE code = $1 AND date <= $2 ORDER BY date DESC LIMIT 1) AS then,
       coalesce((SELECT value FROM market.index_minutes WHERE code = $1 ORDER BY at DESC LIMIT 1),
         (SELECT value FROM market.index_days WHERE code = $1 ORDER BY date DESC LIMIT 1)) AS now`,
    [code, date],
  )
  return row!
}
