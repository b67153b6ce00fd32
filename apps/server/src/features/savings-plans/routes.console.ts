import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { SavingsDeps } from './deps.ts'
import { readWorld, showPlan } from './show-plan.ts'
import { readPlans } from './store.ts'

export const savingsPlansConsoleHandlers = (
  deps: SavingsDeps,
): ConsoleHandlers<(typeof consoleRoutes)['savingsPlans']> => ({
  async ofMember({ memberId }, { now }) {
    const world = await readWorld(deps.db, deps, now)
    const plans = await readPlans(deps.db, memberId, 'all')
    return done({ plans: plans.map((row) => showPlan(world, row)) })
  },
})
