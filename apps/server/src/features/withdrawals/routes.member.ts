import type { withdrawalsRoutes } from '@fairlot/contract/withdrawals'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { createWithdrawal } from './create-withdrawal.ts'
import type { WithdrawalsDeps } from './deps.ts'
import { readOffer } from './read-offer.ts'
import { listWithdrawals, readOneWithdrawal, withdrawalStatistics } from './read-withdrawals.ts'
import { cancelWithdrawal } from './cancel-withdrawal.ts'

export const withdrawalsHandlers = (deps: WithdrawalsDeps): Handlers<typeof withdrawalsRoutes> => ({
  offer: async ({ currency = 'TWD' }, { caller, now, bankNow }) =>
    done(await readOffer(deps, caller.memberId, currency, now, bankNow)),
  create: (body, { caller, now, bankNow, requestId, tx, outside }) =>
    createWithdrawal(tx, deps, { caller, body, now, bankNow, requestId, outside }),
  list: ({ before }, { caller }) => listWithdrawals(deps.db, caller.memberId, before),
  read: ({ withdrawalId }, { caller }) => readOneWithdrawal(deps.db, caller.memberId, withdrawalId),
  cancel: ({ withdrawalId }, { caller, now, requestId, tx }) =>
    cancelWithdrawal(tx, deps, { memberId: caller.memberId, withdrawalId, now, requestId }),
  statistics: async (_body, { now }) => done(await withdrawalStatistics(deps.db, now)),
})
