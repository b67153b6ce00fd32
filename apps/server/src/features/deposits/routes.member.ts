import type { depositsRoutes } from '@fairlot/contract/deposits'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { createDeposit } from './create-deposit.ts'
import type { DepositsDeps } from './deps.ts'
import { listChannels, readOneChannel } from './list-channels.ts'
import { listDeposits, readOneDeposit } from './read-deposits.ts'
import { cancelDeposit } from './cancel-deposit.ts'

export const depositsHandlers = (deps: DepositsDeps): Handlers<typeof depositsRoutes> => ({
  channels: async (_body, { caller, now, bankNow }) =>
    done(await listChannels(deps.db, caller.memberId, now, bankNow)),
  channel: ({ channelId }, { caller }) => readOneChannel(deps.db, caller.memberId, channelId),
  create: (body, { caller, now, bankNow, requestId, tx, outside }) =>
    createDeposit(tx, deps, { caller, body, now, bankNow, requestId, outside }),
  list: ({ before }, { caller }) => listDeposits(deps.db, caller.memberId, before),
  read: ({ depositId }, { caller }) => readOneDeposit(deps.db, caller.memberId, depositId),
  cancel: ({ depositId }, { caller, now, requestId, tx }) =>
    cancelDeposit(tx, deps, { memberId: caller.memberId, depositId, now, requestId }),
})
