import type { savingsPlansRoutes } from '@fairlot/contract/savings-plans'
import { openTradeGate } from '#features/identity'
import { ruleProfileOf } from '#features/site'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { SavingsDeps } from './deps.ts'
import { listPlans, listRuns } from './read-plans.ts'
import { changePlan, createPlan, movePlan } from './write-plan.ts'

export function savingsPlansHandlers(deps: SavingsDeps): Handlers<typeof savingsPlansRoutes> {
  const creating = { ...deps, tradeGate: openTradeGate(deps.db, ruleProfileOf(deps.money)) }
  return {
    list: async (_body, { caller, now }) => done(await listPlans(deps, caller.memberId, now)),
    runs: (body, { caller, now }) => listRuns(deps, caller.memberId, body, now),
    create: (body, { caller: { memberId }, now, requestId, tx }) =>
      createPlan(tx, creating, { memberId, now, requestId }, body),
    change: (body, { caller: { memberId }, now, requestId, tx }) =>
      changePlan(tx, deps, { memberId, now, requestId }, body),
    pause: ({ planId }, { caller: { memberId }, now, requestId, tx }) =>
      movePlan(tx, deps, { memberId, now, requestId }, planId, 'pause'),
    resume: ({ planId }, { caller: { memberId }, now, requestId, tx }) =>
      movePlan(tx, deps, { memberId, now, requestId }, planId, 'resume'),
    end: ({ planId }, { caller: { memberId }, now, requestId, tx }) =>
      movePlan(tx, deps, { memberId, now, requestId }, planId, 'end'),
  }
}
