import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readProposals } from '#features/fund-requests'
import { showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { batchSubject } from '../payout-batch.ts'
import { viewIdOf } from './fetch-file.ts'
import { showConsoleWithdrawal } from './list-requests.ts'
import { readBatchRows, readBatchSums, readFetches, readQueuedSums } from './store.ts'

export async function listPayouts(db: Db): Promise<ConsoleDataOf<'/withdrawals/payouts'>> {
  const [queued, batches, proposals] = await Promise.all([
    readQueuedSums(db),
    readBatchSums(db),
    readProposals(db, 'payout-batch'),
  ])
  const fetches = await readFetches(
    db,
    batches.map(({ firstId }) => viewIdOf(firstId)),
  )
  return {
    queued: queued.map(({ total, oldest, ...sum }) => {
      const proposal = proposals.find(({ subject }) => subject === batchSubject(sum.currency))
      return {
        ...sum,
        total: total.toString(),
        oldest: oldest.toISOString(),
        proposal: proposal ? showProposal(proposal) : null,
      }
    }),
    batches: batches.map(({ firstId, total, sentAt, ...batch }) => {
      const fetched = fetches.find(({ id }) => id === viewIdOf(firstId))
      return {
        ...batch,
        total: total.toString(),
        sentAt: sentAt.toISOString(),
        fetched: fetched ? { by: fetched.by, at: fetched.at.toISOString() } : null,
      }
    }),
  }
}

/** Refuses: `request.not-found`. */
export async function readBatch(
  db: Db,
  batchId: string,
): Promise<ConsoleOutcome<ConsoleDataOf<'/withdrawals/batch'>>> {
  const rows = await readBatchRows(db, batchId)
  if (rows.length === 0) return refuse('request.not-found', { field: 'batchId' })
  return done({ withdrawals: rows.map(showConsoleWithdrawal) })
}
