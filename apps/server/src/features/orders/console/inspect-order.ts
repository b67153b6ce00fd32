import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { averagePrice } from '@fairlot/rules/positions'
import { recordAudit } from '#features/audit'
import type { ByOperator } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { derivedSteps } from '../read-order.ts'
import { readFills, readOrderRow, readSteps } from '../store.ts'
import { showConsoleOrder } from './list-console-orders.ts'
import { readConsoleOrder, readEntryOfOrder, readFillEntries } from './store.ts'

type Inspected = ConsoleDataOf<'/orders/inspect'>

/** Refuses: `request.not-found`. Who looked at which order is in the audit trail of the member. */
export function inspectOrder(
  db: Db,
  orderId: string,
  { caller, requestId }: ByOperator,
): Promise<ConsoleOutcome<Inspected>> {
  return db.transaction(async (tx) => {
    const shown = await readConsoleOrder(tx, orderId)
    const row = await readOrderRow(tx, orderId)
    if (!shown || !row) return refuse('request.not-found', { field: 'orderId' })
    const fills = await readFills(tx, row)
    const entries = await readFillEntries(tx, orderId, row.placedAt, row.endedAt)
    const stored = await readSteps(tx, orderId)
    const entry = row.origin === 'conditional' ? await readEntryOfOrder(tx, orderId) : undefined
    await recordAudit(tx, {
      action: 'orders.inspected',
      actor: `operator:${caller.operatorId}`,
      subject: `member:${row.memberId}`,
      details: { orderId, symbol: row.symbol },
      requestId,
    })
    return done({
      order: showConsoleOrder(shown),
      averagePrice: row.filled === 0 ? null : averagePrice(row.filledValue, row.filled),
      isSigned: row.deviceKey !== null,
      heldAtFirst: row.heldAtFirst.toString(),
      held: row.held.toString(),
      fee: row.fee.toString(),
      tax: row.tax.toString(),
      borrowFee: row.borrowFee.toString(),
      positionId: row.positionId,
      exits: row.exits,
      entry: entry
        ? {
            way: entry.body.entry.way,
            trigger: entry.body.entry.trigger,
            setAt: entry.createdAt.toISOString(),
          }
        : null,
      steps: [...derivedSteps(row), ...stored].map(({ at, what, ...step }) => ({
        ...step,
        what: what as Inspected['steps'][number]['what'],
        at: at.toISOString(),
      })),
      fills: fills.map(({ fee, tax, borrowFee, realised, at, ...fill }) => ({
        ...fill,
        fee: fee.toString(),
        tax: tax.toString(),
        borrowFee: borrowFee.toString(),
        realised: realised?.toString() ?? null,
        at: at.toISOString(),
        entryId: entries.find(({ fillId }) => fillId === fill.fillId)!.entryId,
      })),
    })
  })
}
