import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import type { OrderDeps } from '../deps.ts'
import { cancelBySystem } from '../leg-orders.ts'
import { unreserve } from './reserve.ts'
import {
  addClosing,
  type ConditionalRow,
  endRow,
  lockConditional,
  readNames,
  readWaitingIds,
} from './store.ts'
import { notify } from './notify.ts'

export type EndDeps = Pick<OrderDeps, 'bus' | 'subjects'>

/**
 * Ends a locked, waiting conditional order. Releases its hold, or cancels the order that one leg of a pair already has
 * in the book.
 */
export async function endConditional(
  tx: Tx,
  deps: EndDeps,
  row: ConditionalRow,
  state: 'cancelled' | 'expired' | 'failed',
  reason: string | null,
  now: Date,
): Promise<void> {
  if (row.orderId === null) {
    await unreserve(tx, row, now)
    await addClosing(tx, row.positionId, -row.quantity)
  } else await cancelBySystem(tx, deps, row.orderId, now)
  await endRow(tx, row.id, state, reason, now)
  await notify(tx, deps, row, state, row.orderId, now)
  // A member who cancels it, or whose position is gone, needs no notice of it.
  if (state !== 'cancelled') {
    const { memberId, symbol, positionId, quantity } = row
    const { nameTw: name, nameEn } = await readNames(tx, symbol)
    await sendNotice(tx, {
      memberId,
      code: 'conditional.ended',
      params: { name, nameEn, quantity, state },
      path: `/position/positionDetail?id=${positionId}`,
      at: now,
    })
  }
}

/**
 * Cancels every waiting conditional order of a member (kill switch) or of a position (forced close, automatic cover).
 * Returns how many it cancelled.
 */
export async function endConditionalsOf(
  tx: Tx,
  deps: EndDeps,
  of: { readonly memberId: string } | { readonly positionId: string },
  reason: 'asked' | 'liquidated' | 'auto-cover',
  now: Date,
): Promise<number> {
  let ended = 0
  for (const id of await readWaitingIds(tx, of)) {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting') continue
    await endConditional(tx, deps, row, 'cancelled', reason, now)
    ended += 1
  }
  return ended
}
