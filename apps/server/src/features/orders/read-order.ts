import type { DataOf } from '@fairlot/contract/routes'
import { signReceipt } from '#features/audit'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { showOrder } from './show-order.ts'
import { readFills, readOrderRow, readSteps } from './store.ts'

/** Refuses: `order.not-found`. */
export async function readOrder(
  db: Db,
  secrets: Secrets,
  memberId: string,
  orderId: string,
): Promise<Outcome<DataOf<'/orders/readOrder'>>> {
  const row = await readOrderRow(db, orderId)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  const [fills, steps] = await Promise.all([readFills(db, orderId), readSteps(db, orderId)])
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
    steps: steps.map(({ at, what, ...step }) => ({
      ...step,
      what: what as DataOf<'/orders/readOrder'>['steps'][number]['what'],
      at: at.toISOString(),
    })),
    receipt: signReceipt(secrets, row),
  })
}
