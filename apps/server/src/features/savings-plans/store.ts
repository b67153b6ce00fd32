import type { PlanState, RunState, SkipReason } from '@fairlot/contract/savings-plans/states'
import type { InstrumentKind } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'

interface RunRow {
  readonly dueOn: string
  readonly on: string
  readonly state: RunState
  readonly reason: SkipReason | null
  readonly amount: string
  readonly shares: number
  readonly spent: string
  readonly orderIds: readonly string[]
}

interface PlanRow {
  readonly planId: string
  readonly memberId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly amount: bigint
  readonly days: readonly number[]
  readonly state: PlanState
  readonly nextDueOn: string
  readonly createdAt: Date
  readonly stateAt: Date
}

export interface ShownPlanRow extends PlanRow {
  readonly kind: InstrumentKind
  readonly last: number | null
  readonly reference: number
  readonly upper: number | null
  readonly runs: readonly RunRow[]
  readonly times: number
  readonly shares: number
  readonly spent: bigint
}

const columns = `p.id AS "planId", p.member_id AS "memberId", p.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn", p.amount,
  p.days::integer[] AS days, p.state, p.next_due_on::text AS "nextDueOn", p.created_at AS "createdAt", p.state_at AS "stateAt"`

const runJson = `json_build_object('dueOn', r.due_on, 'on', r.on_date, 'state', r.state, 'reason', r.reason, 'amount', r.amount::text,
  'shares', r.shares, 'spent', r.spent::text, 'orderIds', array_remove(ARRAY[r.whole_order, r.odd_order], NULL))`

const shown = `${columns}, i.kind, q.last, coalesce(q.reference, i.reference) AS reference, q.upper,
  coalesce((SELECT json_agg(${runJson} ORDER BY r.due_on DESC) FROM (
    SELECT * FROM app.savings_runs x WHERE x.plan_id = p.id ORDER BY x.due_on DESC LIMIT 5) AS r), '[]') AS runs,
  b.times, b.shares, b.spent
  FROM app.savings_plans p JOIN app.instruments i USING (symbol) LEFT JOIN settlement.prices q USING (symbol)
  CROSS JOIN LATERAL (
    SELECT count(*)::integer AS times, coalesce(sum(x.shares), 0)::integer AS shares, coalesce(sum(x.spent), 0)::bigint AS spent
    FROM app.savings_runs x WHERE x.plan_id = p.id AND x.shares > 0) AS b`

/** A member makes few plans; ended ones are shown to operators only. */
const maxShown = 200

export const readPlans = (
  tx: Tx,
  memberId: string,
  which: 'open' | 'all',
): Promise<readonly ShownPlanRow[]> =>
  tx.query<ShownPlanRow>(
    `SELECT ${shown} WHERE p.member_id = $1 AND ($2 = 'all' OR p.state <> 'ended')
     ORDER BY p.state = 'ended', p.state = 'paused', p.created_at DESC LIMIT $3`,
    [memberId, which, maxShown],
  )

export async function readPlan(tx: Tx, memberId: string, planId: string): Promise<ShownPlanRow | undefined> {
  const [row] = await tx.query<ShownPlanRow>(`SELECT ${shown} WHERE p.id = $1 AND p.member_id = $2`, [
    planId,
    memberId,
  ])
  return row
}

/** A page of runs, the newest first. */
export async function readRuns(
  tx: Tx,
  planId: string,
  before: string | undefined,
  limit: number,
): Promise<readonly RunRow[]> {
  const rows = await tx.query<{ run: RunRow }>(
    `SELECT ${runJson} AS run FROM app.savings_runs r WHERE r.plan_id = $1 AND ($2::date IS NULL OR r.due_on < $2)
     ORDER BY r.due_on DESC LIMIT $3`,
    [planId, before ?? null, limit],
  )
  return rows.map(({ run }) => run)
}

export async function countPlans(tx: Tx, memberId: string): Promise<number> {
  // The lock makes the count exact: two phones cannot both create the last plan.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('savings ' || $1::text, 0))`, [memberId])
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.savings_plans WHERE member_id = $1 AND state <> 'ended'`,
    [memberId],
  )
  return row!.count
}

interface NewPlan {
  readonly planId: string
  readonly memberId: string
  readonly symbol: string
  readonly amount: bigint
  readonly days: readonly number[]
  readonly dueOn: string
  readonly at: Date
}

export async function insertPlan(tx: Tx, plan: NewPlan): Promise<void> {
  await tx.query(
    `INSERT INTO app.savings_plans (id, member_id, symbol, amount, days, due_from, next_due_on, created_at, state_at)
     VALUES ($1, $2, $3, $4, $5, $6, $6, $7, $7)`,
    [plan.planId, plan.memberId, plan.symbol, plan.amount, plan.days, plan.dueOn, plan.at],
  )
}

export async function lockPlan(tx: Tx, memberId: string, planId: string): Promise<PlanRow | undefined> {
  const [row] = await tx.query<PlanRow>(
    `SELECT ${columns} FROM app.savings_plans p JOIN app.instruments i USING (symbol)
     WHERE p.id = $1 AND p.member_id = $2 FOR UPDATE OF p`,
    [planId, memberId],
  )
  return row
}

/** `dueOn` only with other days. */
export async function updatePlan(
  tx: Tx,
  planId: string,
  { amount, days, dueOn }: Pick<NewPlan, 'amount' | 'days'> & { readonly dueOn: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE app.savings_plans SET amount = $2, days = $3, due_from = coalesce($4, due_from), next_due_on = coalesce($4, next_due_on)
     WHERE id = $1`,
    [planId, amount, days, dueOn],
  )
}

export async function setPlanState(
  tx: Tx,
  planId: string,
  state: PlanState,
  dueOn: string | null,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE app.savings_plans SET state = $2, state_at = $4, due_from = coalesce($3, due_from), next_due_on = coalesce($3, next_due_on)
     WHERE id = $1`,
    [planId, state, dueOn, at],
  )
}
