import type { RunState, SkipReason } from '@fairlot/contract/savings-plans/states'
import type { Tx } from '#platform/db'

export interface DuePlan {
  readonly planId: string
  readonly memberId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly amount: bigint
  readonly days: readonly number[]
  readonly dueOn: string
}

const columns = `p.id AS "planId", p.member_id AS "memberId", p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.amount,
  p.days::integer[] AS days, p.next_due_on::text AS "dueOn"`

/** Active plans whose next date is this one or earlier, by date, after the last one of the page before. */
export const readDue = (
  tx: Tx,
  date: string,
  after: Pick<DuePlan, 'planId' | 'dueOn'> | undefined,
  limit: number,
): Promise<readonly DuePlan[]> =>
  tx.query<DuePlan>(
    `SELECT ${columns} FROM app.savings_plans p JOIN app.instruments i USING (symbol)
     WHERE p.state = 'active' AND p.next_due_on <= $1 AND ($2::date IS NULL OR (p.next_due_on, p.id) > ($2, $3))
     ORDER BY p.next_due_on, p.id LIMIT $4`,
    [date, after?.dueOn ?? null, after?.planId ?? null, limit],
  )

/** Undefined when the plan was changed, paused or ended since it was read, or another worker was faster. */
export async function lockDue(tx: Tx, { planId, dueOn }: DuePlan): Promise<DuePlan | undefined> {
  const [row] = await tx.query<DuePlan>(
    `SELECT ${columns} FROM app.savings_plans p JOIN app.instruments i USING (symbol)
     WHERE p.id = $1 AND p.next_due_on = $2 AND p.state = 'active' FOR UPDATE OF p`,
    [planId, dueOn],
  )
  return row
}

interface NewRun {
  readonly planId: string
  readonly dueOn: string
  readonly on: string
  readonly amount: bigint
  readonly reason: SkipReason | null
  readonly wholeOrder: string | null
  readonly oddOrder: string | null
  readonly atUpper: boolean
  readonly at: Date
}

/** The primary key lets a date run only once. */
export async function insertRun(tx: Tx, run: NewRun, nextDueOn: string): Promise<void> {
  await tx.query(
    `INSERT INTO app.savings_runs (plan_id, due_on, on_date, amount, state, reason, whole_order, odd_order, at_upper, at, ended_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $5::text IS NULL THEN 'ordered' ELSE 'skipped' END, $5, $6, $7, $8, $9,
       CASE WHEN $5::text IS NULL THEN NULL ELSE $9::timestamptz END)`,
    [
      run.planId,
      run.dueOn,
      run.on,
      run.amount,
      run.reason,
      run.wholeOrder,
      run.oddOrder,
      run.atUpper,
      run.at,
    ],
  )
  await tx.query(`UPDATE app.savings_plans SET next_due_on = $2 WHERE id = $1`, [run.planId, nextDueOn])
}

export interface OpenRun {
  readonly planId: string
  readonly dueOn: string
  readonly on: string
  readonly memberId: string
  readonly nameTw: string
  readonly nameEn: string
}

/** Dates with orders that may have ended. */
export const readOpenRuns = (tx: Tx): Promise<readonly OpenRun[]> =>
  tx.query<OpenRun>(
    `SELECT r.plan_id AS "planId", r.due_on::text AS "dueOn", r.on_date::text AS "on", p.member_id AS "memberId", i.name_tw AS "nameTw",
       i.name_en AS "nameEn"
     FROM app.savings_runs r JOIN app.savings_plans p ON p.id = r.plan_id JOIN app.instruments i USING (symbol)
     WHERE r.state = 'ordered' AND NOT EXISTS (
       SELECT FROM app.orders o WHERE o.id = ANY (ARRAY[r.whole_order, r.odd_order]) AND o.state = 'entrusted'
         AND o.id BETWEEN least(r.whole_order, r.odd_order) AND greatest(r.whole_order, r.odd_order))
     ORDER BY r.at, r.plan_id`,
    [],
  )

interface EndedRun {
  readonly state: Exclude<RunState, 'ordered'>
  readonly reason: SkipReason | null
  readonly shares: number
  readonly spent: bigint
}

export async function endRun(
  tx: Tx,
  planId: string,
  dueOn: string,
  now: Date,
): Promise<EndedRun | undefined> {
  const [row] = await tx.query<EndedRun>(
    `SELECT state, reason, shares, spent FROM app.end_savings_run($1, $2, $3)`,
    [planId, dueOn, now],
  )
  return row
}
