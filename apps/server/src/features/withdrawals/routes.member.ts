import type { withdrawalsRoutes } from '@fairlot/contract/withdrawals'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { createWithdrawal } from './create-withdrawal.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { readOffer } from './read-offer.ts'
import { listWithdrawals, readOneWithdrawal, withdrawalStatistics } from './read-withdrawals.ts'
import { takeBackWithdrawal } from './take-back-withdrawal.ts'

export const withdrawalsHandlers = (deps: WithdrawalsDeps): Handlers<typeof withdrawalsRoutes> => ({
  offer: async ({ currency = 'TWD' }, { caller, now, deskNow }) =>
    done(await readOffer(deps.db, caller.memberId, currency, now, deskNow)),
  create: (body, { caller, now, deskNow, requestId, tx }) =>
    createWithdrawal(tx, deps, { caller, body, now, deskNow, requestId }),
  list: ({ before }, { caller }) => listWithdrawals(deps.db, caller.memberId, before),
  read: ({ withdrawalId }, { caller }) => readOneWithdrawal(deps.db, caller.memberId, withdrawalId),
  takeBack: ({ withdrawalId }, { caller, now, requestId, tx }) =>
    takeBackWithdrawal(tx, deps, { memberId: caller.memberId, withdrawalId, now, requestId }),
  statistics: async (_body, { now }) => done(await withdrawalStatistics(deps.db, now)),
})
