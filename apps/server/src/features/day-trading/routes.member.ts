import type { dayTradingRoutes } from '@fairlot/contract/day-trading'
import type { PasswordHasher } from '#features/auth'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { applyForDayTrading } from './applying/apply.ts'
import { keepOvernight } from './keep-overnight.ts'
import { readStatus, type StatusDeps } from './read-status.ts'

export interface DayTradingDeps extends StatusDeps {
  readonly hasher: PasswordHasher
}

export const dayTradingHandlers = (deps: DayTradingDeps): Handlers<typeof dayTradingRoutes> => ({
  status: async (_body, { caller, now }) => done(await readStatus(deps, caller.memberId, now)),
  apply: (body, { caller, now, requestId, tx, outside }) =>
    applyForDayTrading(tx, deps, { ...body, ...caller, now, requestId, outside }),
  keep: ({ positionId }, { caller, now, requestId }) =>
    keepOvernight(deps.db, deps.calendar, { memberId: caller.memberId, positionId, now, requestId }),
})
