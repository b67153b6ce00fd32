import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { OpenedReview } from '#features/operators'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { proposePayoutBatch } from './payout-batch.ts'
import { proposePayoutReturn } from './payout-return.ts'
import { readPayouts } from './store.ts'

export const withdrawalsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['withdrawals']> => ({
  payouts: async () => done(await readPayouts(db)),
  async proposeBatch({ currency, why }, { caller: by, now, requestId }) {
    const opened = await db.transaction((tx) =>
      proposePayoutBatch(tx, { currency, reason: why, by, now, requestId }),
    )
    return opened ? answer(opened) : refuse('funds.nothing-queued', { field: 'currency' })
  },
  async proposeReturn({ withdrawalId, reason }, { caller: by, now, requestId }) {
    const opened = await db.transaction((tx) =>
      proposePayoutReturn(tx, { withdrawalId, reason, by, now, requestId }),
    )
    return opened ? answer(opened) : refuse('funds.not-on-its-way', { field: 'withdrawalId' })
  },
})

function answer(opened: OpenedReview): ConsoleOutcome<{ reviewId: string; number: string }> {
  if (opened.ok) return done({ reviewId: opened.reviewId, number: opened.number })
  return refuse(opened.refusal === 'review.exists' ? 'funds.proposal-open' : opened.refusal)
}
