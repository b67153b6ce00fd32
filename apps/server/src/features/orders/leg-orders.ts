// Orders of a conditional order's legs: placed, replaced and cancelled by the worker, in the caller's transaction.

import type { RefusalCode } from '@fairlot/contract'
import type { Tx } from '#platform/db'
import { askCancel } from './ask-cancel.ts'
import type { OrderDeps } from './deps.ts'
import { placeSystemOrder } from './place-system-order.ts'
import { readOrderRow } from './store.ts'

export interface LegOrder {
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly quantity: number
  readonly price: number
  readonly now: Date
}

/** Takes the order with its hold and its command. Valid for the rest of the day. Answers the refusal, if any. */
export async function placeLeg(tx: Tx, deps: OrderDeps, order: LegOrder): Promise<RefusalCode | undefined> {
  const placed = await placeSystemOrder(tx, deps, { ...order, origin: 'conditional', validity: 'ROD' })
  return placed.ok ? undefined : placed.refusal.msg
}

/** One `replace` command: the venue ends `replaces` and enters this order, or does neither. */
export async function replaceLeg(
  tx: Tx,
  deps: OrderDeps,
  { replaces, ...order }: LegOrder & { readonly replaces: string },
): Promise<RefusalCode | undefined> {
  const placed = await placeSystemOrder(tx, deps, {
    ...order,
    origin: 'conditional',
    validity: 'ROD',
    // The venue refuses if `replaces` filled meanwhile; the next run reads the pair again.
    replaces: { orderId: replaces, left: order.quantity },
  })
  return placed.ok ? undefined : placed.refusal.msg
}

export async function cancelBySystem(
  tx: Tx,
  deps: Pick<OrderDeps, 'bus' | 'subjects'>,
  orderId: string,
  now: Date,
): Promise<void> {
  const order = await readOrderRow(tx, orderId)
  if (order) await askCancel(tx, deps, order, 'system', now)
}
