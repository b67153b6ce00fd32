import type { DataOf } from '@fairlot/contract/routes'
import { signReceipt } from '#features/audit'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { firstStepsOf } from './first-steps.ts'
import { showOrder } from './show-order.ts'
import { type OrderRow, readFills, readOrderRow, readSteps, type StepRow } from './store.ts'

/** Refuses: `order.not-found`. */
export async function readOrder(
  db: Db,
  secrets: Secrets,
  memberId: string,
  orderId: string,
): Promise<Outcome<DataOf<'/orders/readOrder'>>> {
  const row = await readOrderRow(db, orderId)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  const [fills, stored] = await Promise.all([readFills(db, row), readSteps(db, orderId)])
  return done({
    order: showOrder(row),
    fills: fills.map(({ fee, tax, borrowFee, realised, at, ...fill }) => ({
      ...fill,
      fee: fee.toString(),
      tax: tax.toString(),
      borrowFee: borrowFee.toString(),
      realised: realised?.toString() ?? null,
      at: at.toISOString(),
    })),
    steps: [...derivedSteps(row), ...stored].map(({ at, what, ...step }) => ({
      ...step,
      what: what as DataOf<'/orders/readOrder'>['steps'][number]['what'],
      at: at.toISOString(),
    })),
    receipt: signReceipt(secrets, row),
  })
}

/** The first steps of an order whose steps are computed from its row. */
export const derivedSteps = ({ heldCash, heldShares, ...row }: OrderRow): readonly StepRow[] =>
  heldCash === null || heldShares === null
    ? []
    : firstStepsOf({ ...row, heldCash, heldShares }, row.placedAt).map(({ orderId: _, ...step }) => ({
        ...step,
        at: row.placedAt,
      }))
