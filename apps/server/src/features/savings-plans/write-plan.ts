// What a member does with plans: create, change, pause, resume, end. Each writes its plan, an audit row and a member event.

import type { DataOf } from '@fairlot/contract/routes'
import type { MessageCode } from '@fairlot/contract'
import { formatMoney } from '@fairlot/money'
import {
  isPlanAmount,
  lastPlanDay,
  nextPlanDate,
  planDaysOf,
  purchaseFor,
  savingsPlansRules,
} from '@fairlot/rules/savings-plans'
import type { TradeGate } from '#features/identity'
import { recordOutcome } from '#features/members'
import { readMarketDay } from '#features/orders'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, type Refused, refuse } from '#platform/outcome'
import type { SavingsDeps } from './deps.ts'
import { type PlanWorld, readWorld, showPlan } from './show-plan.ts'
import { countPlans, insertPlan, lockPlan, readPlan, setPlanState, updatePlan } from './store.ts'

interface Asking {
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}

interface Wanted {
  readonly amount: string
  readonly days: readonly number[]
}

type Written = Outcome<DataOf<'/savings-plans/create'>>

/** The days in order, or why amount or days are refused. */
function checkWanted(
  { savings }: PlanWorld,
  { amount, days }: Wanted,
):
  | { readonly ok: true; readonly days: readonly number[] }
  | { readonly ok: false; readonly refused: Refused } {
  const bounds = { min: BigInt(savings.min), max: BigInt(savings.max), step: BigInt(savings.step) }
  if (!isPlanAmount(BigInt(amount), bounds)) {
    const text = (minor: bigint): string => formatMoney(minor, { symbol: true })
    const params = { min: text(bounds.min), max: text(bounds.max), step: text(bounds.step) }
    const refused = refuse('savings.amount', { field: 'amount', params, rule: savingsPlansRules.min.id })
    return { ok: false, refused }
  }
  const chosen = planDaysOf(days)
  return chosen
    ? { ok: true, days: chosen }
    : { ok: false, refused: refuse('savings.days', { field: 'days', params: { last: lastPlanDay } }) }
}

/** Refuses in this order: identity, stock, amount, days, an amount below one share, too many plans. */
export async function createPlan(
  tx: Tx,
  deps: SavingsDeps & { readonly tradeGate: TradeGate },
  asking: Asking,
  body: Wanted & { readonly symbol: string },
): Promise<Written> {
  const { memberId, now } = asking
  const unknown = await deps.tradeGate(memberId)
  if (unknown) return unknown
  const day = await readMarketDay(tx, deps, body.symbol, now)
  if (day === undefined) return refuse('stock.not-found', { field: 'symbol' })
  if (day === 'delisted') return refuse('stock.delisted', { field: 'symbol' })
  const world = await readWorld(tx, deps, now)
  const checked = checkWanted(world, body)
  if (!checked.ok) return checked.refused
  const amount = BigInt(body.amount)
  if (!purchaseFor(day, amount, world.savings.headroom))
    return refuse('savings.too-small', { field: 'amount' })
  if ((await countPlans(tx, memberId)) >= world.savings.maxPlans) {
    const rule = savingsPlansRules.maxPlans.id
    return refuse('savings.too-many', { params: { max: world.savings.maxPlans }, rule })
  }
  const { days } = checked
  const planId = newId(now.getTime())
  const { dueOn } = nextPlanDate(world.market, days, now.getTime())
  await insertPlan(tx, { planId, memberId, symbol: body.symbol, amount, days, dueOn, at: now })
  const details = { symbol: body.symbol, amount: body.amount, days }
  await record(tx, deps, asking, { planId, action: 'created', state: 'active', details })
  return answer(tx, world, asking, planId, 'done.savings-created')
}

/** Other days begin with their next date; another amount applies from the next order on. */
export async function changePlan(
  tx: Tx,
  deps: SavingsDeps,
  asking: Asking,
  { planId, ...body }: Wanted & { readonly planId: string },
): Promise<Written> {
  const { memberId, now } = asking
  const plan = await lockPlan(tx, memberId, planId)
  if (!plan) return refuse('request.not-found', { field: 'planId' })
  if (plan.state === 'ended') return refuse('savings.ended')
  const world = await readWorld(tx, deps, now)
  const checked = checkWanted(world, body)
  if (!checked.ok) return checked.refused
  const { days } = checked
  const amount = BigInt(body.amount)
  const day = await readMarketDay(tx, deps, plan.symbol, now)
  if (day !== undefined && day !== 'delisted' && !purchaseFor(day, amount, world.savings.headroom))
    return refuse('savings.too-small', { field: 'amount' })
  const isSameDays = days.join() === plan.days.join()
  const dueOn = isSameDays ? null : nextPlanDate(world.market, days, now.getTime()).dueOn
  await updatePlan(tx, planId, { amount, days, dueOn })
  const details = { amount: body.amount, days, before: { amount: plan.amount.toString(), days: plan.days } }
  await record(tx, deps, asking, { planId, action: 'changed', state: plan.state, details })
  return answer(tx, world, asking, planId, 'done.savings-changed')
}

const targets = {
  pause: { state: 'paused', action: 'paused', message: 'done.savings-paused' },
  resume: { state: 'active', action: 'resumed', message: 'done.savings-resumed' },
  end: { state: 'ended', action: 'ended', message: 'done.savings-ended' },
} as const

/** Asked again, it answers the same without a second effect. An ended plan stays ended. */
export async function movePlan(
  tx: Tx,
  deps: SavingsDeps,
  asking: Asking,
  planId: string,
  move: keyof typeof targets,
): Promise<Written> {
  const { memberId, now } = asking
  const { state, action, message } = targets[move]
  const plan = await lockPlan(tx, memberId, planId)
  if (!plan) return refuse('request.not-found', { field: 'planId' })
  const world = await readWorld(tx, deps, now)
  if (plan.state === state) return answer(tx, world, asking, planId, message)
  if (plan.state === 'ended') return refuse('savings.ended')
  const dueOn = state === 'active' ? nextPlanDate(world.market, plan.days, now.getTime()).dueOn : null
  await setPlanState(tx, planId, state, dueOn, now)
  await record(tx, deps, asking, { planId, action, state, details: { symbol: plan.symbol } })
  return answer(tx, world, asking, planId, message)
}

interface Recorded {
  readonly planId: string
  readonly action: 'created' | 'changed' | 'paused' | 'resumed' | 'ended'
  readonly state: string
  readonly details: Readonly<Record<string, unknown>>
}

const record = (
  tx: Tx,
  deps: SavingsDeps,
  { memberId, now, requestId }: Asking,
  { planId, action, state, details }: Recorded,
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId,
    action: `savings-plans.${action}`,
    actor: `member:${memberId}`,
    subject: `savings-plan:${planId}`,
    now: { state },
    details,
    event: { kind: 'savings-plan.changed', id: planId },
    notice: null,
    requestId,
    at: now,
  })

async function answer(
  tx: Tx,
  world: PlanWorld,
  { memberId }: Asking,
  planId: string,
  message: Extract<MessageCode, `done.savings-${string}`>,
): Promise<Written> {
  const row = await readPlan(tx, memberId, planId)
  return done({ plan: showPlan(world, row!) }, message)
}
