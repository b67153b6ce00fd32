import type { InstrumentKind } from '@fairlot/contract/venue'
import type { ShareTerms } from '@fairlot/rules/corporate-actions'
import { allowLonger, type Tx } from '#platform/db'
import { actionColumns, type ActionRow, actionSource } from '../store.ts'

/** A condition: a dividend is past its ex-date and not paid, or not booked to everybody. $1 is the time. */
export const isDividendDue = `EXISTS (SELECT FROM app.corporate_actions a WHERE a.state = 'ex' AND (
  a.pays_on <= ($1::timestamptz AT TIME ZONE 'Asia/Taipei')::date
  OR EXISTS (SELECT FROM app.dividend_entitlements d WHERE d.action_id = a.id AND (d.accrued_entry IS NULL AND d.gross + d.owed + d.owed_supplement > 0
    OR d.notified_at IS NULL AND (d.new_shares <> 0 OR d.owed_shares <> 0)))))`

export interface DueAction extends ShareTerms {
  readonly id: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly cashMicros: number
  readonly exOn: string
}

/** Announced, with an ex-date up to this day. */
export const readExDates = (tx: Tx, date: string): Promise<readonly DueAction[]> =>
  tx.query<DueAction>(
    `SELECT a.id, a.symbol, i.kind, a.cash_micros::float8 AS "cashMicros", a.stock_micros::float8 AS "stockMicros",
       a.split_to AS "splitTo", a.split_from AS "splitFrom", a.ex_on::text AS "exOn"
     FROM app.corporate_actions a JOIN app.instruments i ON i.symbol = a.symbol
     WHERE a.state = 'announced' AND a.ex_on <= $1 ORDER BY a.symbol, a.ex_on`,
    [date],
  )

/** The end of the stock's last day once settlement has applied it. */
export async function readLastClose(
  tx: Tx,
  shard: number,
  symbol: string,
): Promise<{ readonly date: string; readonly price: number } | undefined> {
  const [row] = await tx.query<{ date: string; price: number }>(
    'SELECT date::text AS date, price FROM app.last_close($1::smallint, $2)',
    [shard, symbol],
  )
  return row
}

/** One statement for all holders of a stock, however many: it may take as long as the opening waits for it. */
export async function takeEntitlements(
  tx: Tx,
  taken: { readonly id: string; readonly shard: number; readonly reference: number; readonly at: Date },
): Promise<number> {
  allowLonger(tx, 240_000)
  await tx.query(`SET LOCAL statement_timeout = '4min'`)
  const [row] = await tx.query<{ holders: number }>(
    'SELECT app.take_entitlements($1, $2::smallint, $3, $4) AS holders',
    [taken.id, taken.shard, taken.reference, taken.at],
  )
  return row!.holders
}

export async function submitReference(tx: Tx, shard: number, command: string): Promise<void> {
  await tx.query('SELECT exchange.submit($1, $2)', [shard, command])
}

export const readPastEx = (tx: Tx): Promise<readonly ActionRow[]> =>
  tx.query<ActionRow>(
    `SELECT ${actionColumns} FROM ${actionSource} WHERE a.state = 'ex' ORDER BY a.pays_on, a.id`,
  )

export interface Owing {
  readonly memberId: string
  readonly gross: bigint
  readonly withheld: bigint
  readonly owed: bigint
  readonly owedSupplement: bigint
}

/** Not booked yet. */
export const readUnaccrued = (tx: Tx, actionId: string, limit: number): Promise<readonly Owing[]> =>
  tx.query<Owing>(
    `SELECT member_id AS "memberId", gross, withheld, owed, owed_supplement AS "owedSupplement"
     FROM app.dividend_entitlements WHERE action_id = $1 AND accrued_entry IS NULL AND gross + owed + owed_supplement > 0
     ORDER BY action_id, member_id LIMIT $2`,
    [actionId, limit],
  )

/** Booked and not paid yet. */
export const readUnpaid = (tx: Tx, actionId: string, limit: number): Promise<readonly Owing[]> =>
  tx.query<Owing>(
    `SELECT member_id AS "memberId", gross, withheld, owed, owed_supplement AS "owedSupplement"
     FROM app.dividend_entitlements WHERE action_id = $1 AND paid_entry IS NULL AND gross > withheld AND accrued_entry IS NOT NULL
     ORDER BY action_id, member_id LIMIT $2`,
    [actionId, limit],
  )

interface Booked {
  readonly actionId: string
  readonly memberIds: readonly string[]
  readonly entryIds: readonly string[]
  readonly at: Date
}

export async function accrueRows(tx: Tx, { actionId, memberIds, entryIds, at }: Booked): Promise<void> {
  await tx.query('SELECT app.accrue_dividends($1, $2, $3, $4)', [actionId, memberIds, entryIds, at])
}

/** Returns whether that was the last of it. */
export async function payRows(tx: Tx, { actionId, memberIds, entryIds, at }: Booked): Promise<boolean> {
  const [row] = await tx.query<{ ended: boolean }>('SELECT app.pay_dividends($1, $2, $3, $4) AS ended', [
    actionId,
    memberIds,
    entryIds,
    at,
  ])
  return row!.ended
}

export interface MovedShares {
  readonly memberId: string
  readonly newShares: number
  readonly owedShares: number
  readonly held: number
}

/** Members who do not know of their new shares yet. */
export const takeUnnotified = (
  tx: Tx,
  actionId: string,
  limit: number,
  at: Date,
): Promise<readonly MovedShares[]> =>
  tx.query<MovedShares>(
    `UPDATE app.dividend_entitlements d SET notified_at = $3 FROM (
       SELECT action_id, member_id FROM app.dividend_entitlements
       WHERE action_id = $1 AND notified_at IS NULL AND (new_shares <> 0 OR owed_shares <> 0)
       ORDER BY action_id, member_id LIMIT $2 FOR UPDATE
     ) AS n WHERE (d.action_id, d.member_id) = (n.action_id, n.member_id)
     RETURNING d.member_id AS "memberId", d.new_shares::float8 AS "newShares", d.owed_shares::float8 AS "owedShares",
       d.long_shares::float8 AS held`,
    [actionId, limit, at],
  )

/** The next members' shares arrive. */
export const deliverShares = (
  tx: Tx,
  actionId: string,
  limit: number,
  at: Date,
): Promise<readonly { readonly memberId: string; readonly shares: number }[]> =>
  tx.query<{ memberId: string; shares: number }>(
    'SELECT member_id AS "memberId", shares::float8 AS shares FROM app.deliver_shares($1, $2, $3)',
    [actionId, limit, at],
  )

/** Market makers and the lending pool get theirs. Returns how many entries that took: none the second time. */
export async function paySeats(tx: Tx, actionId: string, at: Date): Promise<number> {
  const [row] = await tx.query<{ entries: number }>('SELECT app.pay_seats($1, $2) AS entries', [actionId, at])
  return row!.entries
}
