import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import { cancelBySystem } from '../leg-orders.ts'
import type { EndDeps } from './deps.ts'
import { endEntry } from './entry/end-entry.ts'
import { lockEntry } from './entry/store.ts'
import { unreserve } from './reserve.ts'
import {
  addClosing,
  type ConditionalRow,
  type ConditionalsOf,
  endRow,
  lockConditional,
  readNames,
  readWaitingIds,
} from './store.ts'
import { notify } from './notify.ts'

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

/** Answers whether it was waiting. */
async function cancelWaiting(tx: Tx, deps: EndDeps, id: string, reason: string, now: Date): Promise<boolean> {
  const row = await lockConditional(tx, id)
  const entry = row ? undefined : await lockEntry(tx, id)
  if ((row ?? entry)?.state !== 'waiting') return false
  if (row) await endConditional(tx, deps, row, 'cancelled', reason, now)
  if (entry) await endEntry(tx, deps, entry, 'cancelled', reason, now)
  return true
}

/**
 * Cancels every waiting conditional order of a member (kill switch), of a position (forced close, automatic
 * cover) or of a stock (split).
 * Returns how many it cancelled.
 */
export async function endConditionalsOf(
  tx: Tx,
  deps: EndDeps,
  of: ConditionalsOf,
  reason: 'asked' | 'liquidated' | 'auto-cover' | 'split',
  now: Date,
): Promise<number> {
  let ended = 0
  for (const id of await readWaitingIds(tx, of)) {
    if (await cancelWaiting(tx, deps, id, reason, now)) ended += 1
  }
  return ended
}
