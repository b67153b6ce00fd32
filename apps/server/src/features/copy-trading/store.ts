import type { CopyEndReason, CopyState } from '@fairlot/contract/copy-trading'
import type { MentorLevel, MentorState } from '@fairlot/contract/mentors'
import type { Tx } from '#platform/db'

export interface FollowedMentor {
  readonly id: string
  readonly memberId: string
  readonly name: string
  readonly isSimulated: boolean
  readonly state: MentorState
  /** Of the last day end; null below junior and before the first. */
  readonly level: MentorLevel | null
  readonly capital: bigint | null
}

const mentorColumns = `m.id, m.member_id AS "memberId", m.name, m.is_simulated AS "isSimulated", m.state, d.level, d.capital`
const mentorSource = `app.mentors m LEFT JOIN LATERAL (
  SELECT x.level, x.capital FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true`

export async function readFollowedMentor(tx: Tx, id: string): Promise<FollowedMentor | undefined> {
  const [row] = await tx.query<FollowedMentor>(
    `SELECT ${mentorColumns} FROM ${mentorSource} WHERE m.id = $1`,
    [id],
  )
  return row
}

/** Those who can be followed, by name. */
export const readOpenMentors = (tx: Tx, limit: number): Promise<readonly FollowedMentor[]> =>
  tx.query<FollowedMentor>(
    `SELECT ${mentorColumns} FROM ${mentorSource} WHERE m.state = 'active' AND d.level IS NOT NULL ORDER BY m.name LIMIT $1`,
    [limit],
  )

export interface CopyRow {
  readonly id: string
  readonly memberId: string
  readonly mentorId: string
  readonly mentorName: string
  readonly isSimulated: boolean
  readonly level: MentorLevel | null
  readonly productId: string | null
  readonly productTw: string | null
  readonly productEn: string | null
  readonly productEndsOn: string | null
  readonly amount: bigint
  /** What copied purchases have taken of it and not given back. */
  readonly spent: bigint
  readonly holdId: string
  readonly stockShareBp: number
  readonly stopLossBp: number | null
  readonly cap: bigint | null
  readonly pausedAt: Date | null
  readonly state: CopyState
  readonly endReason: CopyEndReason | null
  readonly note: string | null
  readonly startsOn: string
  readonly sentAt: Date
  readonly promisedAt: Date | null
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Of copied purchases with fees, of copied sales after fees and tax, and of the shares that are left. */
  readonly cost: bigint
  readonly proceeds: bigint
  readonly value: bigint
}

export const copyColumns = `c.id, c.member_id AS "memberId", c.mentor_id AS "mentorId", m.name AS "mentorName",
  m.is_simulated AS "isSimulated", d.level, c.product_id AS "productId", p.name_tw AS "productTw", p.name_en AS "productEn",
  p.ends_on::text AS "productEndsOn", c.amount, c.spent, c.hold_id AS "holdId", c.stock_share_bp AS "stockShareBp",
  c.stop_loss_bp AS "stopLossBp", c.cap, c.paused_at AS "pausedAt", c.state, c.end_reason AS "endReason", c.note,
  c.starts_on::text AS "startsOn", c.sent_at AS "sentAt", c.promised_at AS "promisedAt", c.started_at AS "startedAt",
  c.ended_at AS "endedAt", f.cost, f.proceeds, f.value`
export const copySource = `app.copies c JOIN app.mentors m ON m.id = c.mentor_id
  LEFT JOIN app.copy_products p ON p.id = c.product_id
  LEFT JOIN LATERAL (
    SELECT x.level FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(o.opened_value + o.open_fee), 0)::bigint AS cost,
      coalesce(sum(o.closed_value - o.close_fee - o.close_tax), 0)::bigint AS proceeds,
      coalesce(sum(o.shares * coalesce(q.last, q.reference, 0)::bigint), 0)::bigint AS value
    FROM app.copy_block_lines l JOIN app.positions o ON o.id = l.order_id LEFT JOIN settlement.prices q ON q.symbol = o.symbol
    WHERE l.copy_id = c.id) AS f`

export async function readCopy(tx: Tx, id: string): Promise<CopyRow | undefined> {
  const [row] = await tx.query<CopyRow>(`SELECT ${copyColumns} FROM ${copySource} WHERE c.id = $1`, [id])
  return row
}

export async function lockCopy(tx: Tx, id: string): Promise<CopyRow | undefined> {
  const [row] = await tx.query<CopyRow>(
    `SELECT ${copyColumns} FROM ${copySource} WHERE c.id = $1 FOR UPDATE OF c`,
    [id],
  )
  return row
}

/** In the one lock order of all that ends copies or moves their money: members, copies, positions, balances. */
export async function lockCopies(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.query('SELECT app.lock_copies($1::uuid[])', [ids])
}

/** One follow of a member after the other: the part of the account in copies stays true. */
export async function lockFollower(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('copies ' || $1, 0))`, [memberId])
}

/** The states of the two views of a member. */
const viewStates = {
  current: `c.state IN ('under-review', 'following')`,
  history: `c.state IN ('ended', 'cancelled')`,
} as const
export type CopyView = keyof typeof viewStates

export const listCopyRows = (
  tx: Tx,
  memberId: string,
  view: CopyView,
  before: string | null,
  limit: number,
): Promise<readonly CopyRow[]> =>
  tx.query<CopyRow>(
    `SELECT ${copyColumns} FROM ${copySource}
     WHERE c.member_id = $1 AND ${viewStates[view]} AND ($2::uuid IS NULL
       OR (c.sent_at, c.id) < (SELECT b.sent_at, b.id FROM app.copies b WHERE b.id = $2 AND b.member_id = $1))
     ORDER BY c.sent_at DESC, c.id DESC LIMIT $3`,
    [memberId, before, limit],
  )

export interface CopySums {
  readonly current: number
  readonly history: number
  /** Held for all copies that run or wait. */
  readonly held: bigint
  /** What was put behind their mentors. */
  readonly amount: bigint
}

export async function sumCopies(tx: Tx, memberId: string): Promise<CopySums> {
  const [row] = await tx.query<CopySums>(
    `SELECT (count(*) FILTER (WHERE ${viewStates.current}))::integer AS current,
       (count(*) FILTER (WHERE ${viewStates.history}))::integer AS history,
       coalesce(sum(c.amount - c.spent) FILTER (WHERE ${viewStates.current}), 0)::bigint AS held,
       coalesce(sum(c.amount) FILTER (WHERE ${viewStates.current}), 0)::bigint AS amount
     FROM app.copies c WHERE c.member_id = $1`,
    [memberId],
  )
  return row!
}

/** The copy of this mentor that runs or waits. */
export async function readRunning(tx: Tx, memberId: string, mentorId: string): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT c.id FROM app.copies c WHERE c.member_id = $1 AND c.mentor_id = $2 AND ${viewStates.current}`,
    [memberId, mentorId],
  )
  return row?.id ?? null
}

export interface NewCopy {
  readonly id: string
  readonly memberId: string
  readonly mentorId: string
  readonly productId: string | null
  readonly amount: bigint
  readonly holdId: string
  readonly stockShareBp: number
  readonly stopLossBp: number | null
  readonly cap: bigint | null
  readonly state: 'under-review' | 'following'
  readonly startsOn: string
  readonly sentAt: Date
  readonly promisedAt: Date | null
}

export async function insertCopy(tx: Tx, row: NewCopy): Promise<void> {
  await tx.query(
    `INSERT INTO app.copies (id, member_id, mentor_id, product_id, amount, hold_id, stock_share_bp, stop_loss_bp, cap, state,
       starts_on, sent_at, promised_at, started_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CASE $10 WHEN 'following' THEN $12::timestamptz END)`,
    [
      row.id,
      row.memberId,
      row.mentorId,
      row.productId,
      row.amount,
      row.holdId,
      row.stockShareBp,
      row.stopLossBp,
      row.cap,
      row.state,
      row.startsOn,
      row.sentAt,
      row.promisedAt,
    ],
  )
}

export async function updateSettings(
  tx: Tx,
  id: string,
  settings: {
    readonly stockShareBp: number
    readonly stopLossBp: number | null
    readonly cap: bigint | null
  },
): Promise<void> {
  await tx.query('UPDATE app.copies SET stock_share_bp = $2, stop_loss_bp = $3, cap = $4 WHERE id = $1', [
    id,
    settings.stockShareBp,
    settings.stopLossBp,
    settings.cap,
  ])
}

export async function updatePause(tx: Tx, id: string, at: Date | null): Promise<void> {
  await tx.query('UPDATE app.copies SET paused_at = $2 WHERE id = $1', [id, at])
}

export async function changeAmount(
  tx: Tx,
  changed: {
    readonly id: string
    readonly memberId: string
    readonly amount: bigint
    readonly entryId: string
    readonly holdId: string
    readonly at: Date
  },
): Promise<void> {
  const { id, memberId, amount, entryId, holdId, at } = changed
  await tx.query('SELECT app.change_copy_amount($1, $2, $3, $4, $5, $6)', [
    id,
    memberId,
    amount,
    entryId,
    holdId,
    at,
  ])
}

/** Its new state; null when the database refuses it. The api may not write the columns of an end. */
export async function endOwnCopy(
  tx: Tx,
  ended: {
    readonly id: string
    readonly memberId: string
    readonly entryId: string | null
    /** What the copy still gets is sold too. */
    readonly sells: boolean
    readonly at: Date
  },
): Promise<CopyState | null> {
  const [row] = await tx.query<{ state: CopyState | null }>(
    'SELECT app.end_own_copy($1, $2, $3, $4, $5) AS state',
    [ended.id, ended.memberId, ended.entryId, ended.sells, ended.at],
  )
  return row!.state
}

export async function startCopy(
  tx: Tx,
  started: { readonly id: string; readonly reviewId: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ started: boolean }>('SELECT app.start_copy($1, $2, $3) AS started', [
    started.id,
    started.reviewId,
    started.at,
  ])
  return row!.started
}

/** With the worker's rights, for a reason that the database can see. */
export async function endCopy(
  tx: Tx,
  ended: {
    readonly id: string
    readonly reason: CopyEndReason
    readonly note: string | null
    readonly entryId: string | null
    readonly at: Date
  },
): Promise<void> {
  await tx.query('SELECT app.end_copy($1, $2, $3, $4, $5)', [
    ended.id,
    ended.reason,
    ended.note,
    ended.entryId,
    ended.at,
  ])
}

// From the mentors who have closed and the products whose term is over, which are few, and not from all copies.
const outlived = `SELECT x.id FROM app.mentors y JOIN app.copies x ON x.mentor_id = y.id AND x.state = 'following' WHERE y.state = 'closed'
  UNION ALL
  SELECT x.id FROM app.copy_products y JOIN app.copies x ON x.product_id = y.id AND x.state = 'following'
  WHERE y.ends_on < ($1::timestamptz AT TIME ZONE 'Asia/Taipei')::date`

/** A running copy whose mentor has closed or whose term is over. */
export const isCopyToEnd = `EXISTS (${outlived})`

/** The same, locked: a few at a time. */
export async function lockOutlived(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<readonly (CopyRow & { readonly isMentorClosed: boolean })[]> {
  const found = await tx.query<{ id: string }>(
    `SELECT c.id FROM app.copies c WHERE c.state = 'following' AND c.id IN (${outlived}) ORDER BY c.id LIMIT $2`,
    [now, limit],
  )
  const ids = found.map(({ id }) => id)
  await lockCopies(tx, ids)
  return tx.query<CopyRow & { readonly isMentorClosed: boolean }>(
    `SELECT ${copyColumns}, m.state = 'closed' AS "isMentorClosed" FROM ${copySource} WHERE c.state = 'following' AND c.id = ANY ($1::uuid[]) ORDER BY c.id`,
    [ids],
  )
}

/** Running copies whose result has reached their stop-loss, a few at a time. */
const lost = `SELECT x.id FROM app.copies x WHERE x.state = 'following' AND x.stop_loss_bp IS NOT NULL AND x.spent > 0
  AND -app.copy_result(x.id) * 10000 >= x.amount * x.stop_loss_bp`

export async function lockLost(tx: Tx, limit: number): Promise<readonly CopyRow[]> {
  const found = await tx.query<{ id: string }>(`${lost} ORDER BY x.id LIMIT $1`, [limit])
  const ids = found.map(({ id }) => id)
  await lockCopies(tx, ids)
  return tx.query<CopyRow>(
    `SELECT ${copyColumns} FROM ${copySource} WHERE c.id IN (${lost} AND x.id = ANY ($1::uuid[])) ORDER BY c.id`,
    [ids],
  )
}
