import type { DataOf } from '@fairlot/contract/routes'
import { termsOf, type TradingTerms } from '@fairlot/rules/orders'
import {
  planDate,
  type PlanCalendar,
  purchaseFor,
  type SavingsTerms,
  savingsTermsOf,
} from '@fairlot/rules/savings-plans'
import { readClosures } from '#features/calendar'
import { readRuleValues, ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import type { SavingsDeps } from './deps.ts'
import type { ShownPlanRow } from './store.ts'

type ShownPlan = DataOf<'/savings-plans/list'>['plans'][number]

/** What is the same for all plans of one answer. */
export interface PlanWorld {
  readonly market: PlanCalendar
  readonly savings: SavingsTerms
  readonly trading: TradingTerms
}

export async function readWorld(tx: Tx, { calendar, money }: SavingsDeps, now: Date): Promise<PlanWorld> {
  const values = await readRuleValues(tx, now)
  const savings = savingsTermsOf(values)
  const closures = await readClosures(tx)
  const trading = termsOf(ruleProfileOf(money), values)
  return { market: { calendar, closures, afterOpenMinutes: savings.afterOpen }, savings, trading }
}

export function showPlan({ market, savings, trading }: PlanWorld, row: ShownPlanRow): ShownPlan {
  const { planId, symbol, nameTw, nameEn, amount, days, state, createdAt, stateAt, runs } = row
  const next = state === 'active' ? planDate(market, row.nextDueOn) : undefined
  const buys = purchaseFor({ ...row, terms: trading }, amount, savings.headroom)
  return {
    planId,
    symbol,
    nameTw,
    nameEn,
    amount: amount.toString(),
    days: [...days],
    state,
    createdAt: createdAt.toISOString(),
    stateAt: stateAt.toISOString(),
    next: next ? { dueOn: next.dueOn, on: next.on, at: new Date(next.at).toISOString() } : null,
    runs: runs.map((run) => ({ ...run, orderIds: [...run.orderIds] })),
    bought: { times: row.times, shares: row.shares, spent: row.spent.toString() },
    price: row.last ?? row.reference,
    shares: buys?.shares ?? 0,
  }
}
