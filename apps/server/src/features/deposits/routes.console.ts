import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { listConsoleChannels } from './console/list-channels.ts'
import { exportDeposits, listDepositRequests } from './console/list-requests.ts'
import { readDepositRecord } from './console/read-record.ts'
import { proposeChannel } from './propose-channel.ts'
import { proposeReversal } from './reversing/propose-reversal.ts'

export const depositsConsoleHandlers = (deps: {
  readonly db: Db
  readonly secrets: Secrets
}): ConsoleHandlers<(typeof consoleRoutes)['deposits']> => ({
  requests: (body, context) => listDepositRequests(deps.db, body, context),
  exportRequests: (body, context) => exportDeposits(deps.db, body, context),
  record: ({ depositId }) => readDepositRecord(deps.db, depositId),
  channelList: async (_body, { now }) => done(await listConsoleChannels(deps.db, now)),
  proposeChannel: (body, { caller, now, requestId }) =>
    proposeChannel(deps, body, { by: caller, now, requestId }),
  proposeReversal: (body, { caller: by, now, requestId }) =>
    proposeReversal(deps.db, body, { by, now, requestId }),
})
