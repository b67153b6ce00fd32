import type { DataOf } from '@fairlot/contract/routes'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { SavingsDeps } from './deps.ts'
import { readWorld, showPlan } from './show-plan.ts'
import { readPlan, readPlans, readRuns } from './store.ts'

export async function listPlans(
  deps: SavingsDeps,
  memberId: string,
  now: Date,
): Promise<DataOf<'/savings-plans/list'>> {
  const world = await readWorld(deps.db, deps, now)
  const { min, max, step, maxPlans, headroom, afterOpen } = world.savings
  const plans = await readPlans(deps.db, memberId, 'open')
  return {
    plans: plans.map((row) => showPlan(world, row)),
    terms: {
      min: String(min),
      max: String(max),
      step: String(step),
      maxPlans,
      headroomBp: headroom,
      afterOpenMinutes: afterOpen,
    },
  }
}

/** Ended ones too, for operators. */
export async function listAllPlans(
  deps: SavingsDeps,
  memberId: string,
  now: Date,
): Promise<DataOf<'/savings-plans/list'>['plans']> {
  const world = await readWorld(deps.db, deps, now)
  return (await readPlans(deps.db, memberId, 'all')).map((row) => showPlan(world, row))
}

const pageSize = 30

export async function listRuns(
  deps: SavingsDeps,
  memberId: string,
  { planId, before }: { readonly planId: string; readonly before?: string | undefined },
  now: Date,
): Promise<Outcome<DataOf<'/savings-plans/runs'>>> {
  const row = await readPlan(deps.db, memberId, planId)
  if (!row) return refuse('request.not-found', { field: 'planId' })
  const isDate =
    before === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(before) && !Number.isNaN(Date.parse(before)))
  const rows = isDate ? await readRuns(deps.db, planId, before, pageSize + 1) : []
  const runs = rows.slice(0, pageSize).map((run) => ({ ...run, orderIds: [...run.orderIds] }))
  const next = rows.length > pageSize ? runs.at(-1)!.dueOn : null
  return done({ plan: showPlan(await readWorld(deps.db, deps, now), row), runs, next })
}
