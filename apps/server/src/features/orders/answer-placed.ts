// The answer to an accepted order, and to one that was sent before.

import type { DataOf } from '@fairlot/contract/routes'
import { signReceipt } from '#features/audit'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import type { Signed } from './intake/queue.ts'
import { type OrderRow, readOrderRow } from './store.ts'

export type Placed = Outcome<DataOf<'/orders/placeOrder'>>

type PlacedMessage = 'done.order-placed' | 'done.close-placed'

export function answerTaken(taken: Signed, message: PlacedMessage): Placed {
  if (!taken.ok) {
    const { msg, ...details } = taken.refusal
    return refuse(msg, details)
  }
  const { draft, held, placedAt, receipt } = taken
  return done(
    {
      orderId: draft.id,
      state: 'entrusted',
      placedAt: placedAt.toISOString(),
      held: held.toString(),
      receipt,
    },
    message,
  )
}

/**
 * For an order that would be refused now: if the same order was accepted before, returns its first answer, so that a
 * retry is not refused because the market has closed meanwhile. Undefined when the id is new.
 */
export async function answerAgain(
  tx: Tx,
  secrets: Secrets,
  memberId: string,
  orderId: string,
  isSame: (row: OrderRow) => boolean,
  message: PlacedMessage,
): Promise<Placed | undefined> {
  const row = await readOrderRow(tx, orderId)
  if (!row) return undefined
  if (row.memberId !== memberId || !isSame(row)) return refuse('order.duplicate-id', { field: 'orderId' })
  return done(
    {
      orderId,
      state: 'entrusted',
      placedAt: row.placedAt.toISOString(),
      held: row.heldAtFirst.toString(),
      receipt: signReceipt(secrets, row),
    },
    message,
  )
}
