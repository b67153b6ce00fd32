import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { readPayoutFile } from '../payout-batch.ts'
import { insertFileViews, readBatchRows } from './store.ts'

/**
 * The id of the row that notifies a member that their account number left in a file: one per payout, for any number of
 * tries.
 */
export const viewIdOf = (withdrawalId: string): string => derivedId(`payout file ${withdrawalId}`)

export interface Fetching {
  readonly caller: OperatorCaller
  readonly now: Date
  readonly requestId: string
}

/**
 * Complete account numbers leave the system here, so it happens once, and every member in the file sees who fetched it.
 * A file that was lost is opened again with the worker's connection (`main.ts payout-file`). Refuses:
 * `request.not-found`, `funds.file-fetched`.
 */
export function fetchPayoutFile(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  batchId: string,
  { caller, now, requestId }: Fetching,
): Promise<ConsoleOutcome<{ type: string; name: string; bytes: Buffer }>> {
  return db.transaction(async (tx) => {
    const [file, rows] = [await readPayoutFile(tx, secrets, batchId), await readBatchRows(tx, batchId)]
    if (!file) return refuse('request.not-found', { field: 'batchId' })
    const isFirst = await insertFileViews(tx, {
      viewIds: rows.map(({ id }) => viewIdOf(id)),
      memberIds: rows.map(({ memberId }) => memberId),
      operatorId: caller.operatorId,
      operator: caller.name,
      purpose: `付款檔 payout file ${file.bankDay}`,
      now,
    })
    if (!isFirst) return refuse('funds.file-fetched')
    await recordAudit(tx, {
      action: 'withdrawals.payout-file-fetched',
      actor: `operator:${caller.operatorId}`,
      subject: `payout-batch:${batchId}`,
      details: { sha256: file.sha256, payouts: String(rows.length) },
      requestId,
    })
    return done({
      type: 'text/csv; charset=utf-8',
      name: `payouts-${file.bankDay}-${file.sha256.slice(0, 8)}.csv`,
      bytes: Buffer.from(file.text),
    })
  })
}
