import type { consoleRoutes } from '@fairlot/contract/console-routes'
import { isTooShort } from '@fairlot/rules/operators'
import { arePayoutsStopped } from '#features/funds'
import { answerProposal } from '#features/operators'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { fetchPayoutFile } from './console/fetch-file.ts'
import { listPayouts, readBatch } from './console/list-payouts.ts'
import { exportWithdrawals, listWithdrawalRequests } from './console/list-requests.ts'
import { readWithdrawalRecord } from './console/read-record.ts'
import { proposePayoutBatch } from './payout-batch.ts'
import { proposePayoutReturn } from './payout-return.ts'

export const withdrawalsConsoleHandlers = ({
  db,
  secrets,
}: {
  readonly db: Db
  readonly secrets: Secrets
}): ConsoleHandlers<(typeof consoleRoutes)['withdrawals']> => ({
  requests: (body, context) => listWithdrawalRequests(db, body, context),
  exportRequests: (body, context) => exportWithdrawals(db, body, context),
  record: ({ withdrawalId }) => readWithdrawalRecord(db, withdrawalId),
  payouts: async () => done(await listPayouts(db)),
  batch: ({ batchId }) => readBatch(db, batchId),
  fetchFile: ({ batchId }, context) => fetchPayoutFile({ db, secrets }, batchId, context),
  async proposeBatch({ currency, why }, { caller: by, now, requestId }) {
    if (isTooShort(why)) return refuse('proposal.why', { field: 'why' })
    if (await arePayoutsStopped(db)) return refuse('funds.payouts-stopped')
    const opened = await db.transaction((tx) =>
      proposePayoutBatch(tx, { currency, reason: why, by, now, requestId }),
    )
    return opened
      ? answerProposal(opened, 'funds.proposal-open')
      : refuse('funds.nothing-queued', { field: 'currency' })
  },
  async proposeReturn({ withdrawalId, reason }, { caller: by, now, requestId }) {
    if (isTooShort(reason)) return refuse('proposal.why', { field: 'reason' })
    const opened = await db.transaction((tx) =>
      proposePayoutReturn(tx, { withdrawalId, reason, by, now, requestId }),
    )
    return opened
      ? answerProposal(opened, 'funds.proposal-open')
      : refuse('funds.not-on-its-way', { field: 'withdrawalId' })
  },
})
