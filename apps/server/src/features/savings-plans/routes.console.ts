import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { SavingsDeps } from './deps.ts'
import { listAllPlans } from './read-plans.ts'

export const savingsPlansConsoleHandlers = (
  deps: SavingsDeps,
): ConsoleHandlers<(typeof consoleRoutes)['savingsPlans']> => ({
  ofMember: async ({ memberId }, { now }) => done({ plans: await listAllPlans(deps, memberId, now) }),
})
