import type { Tx } from '#platform/db'
import type { ConditionalDeps } from './deps.ts'
import type { OrderDoors } from './doors.ts'
import { unreserve } from './reserve.ts'
import { addClosing, type ConditionalRow, endRow, lockConditional, readWaitingIds } from './store.ts'
import { tell } from './tell.ts'

export type EndDeps = Pick<ConditionalDeps, 'bus' | 'subjects'> & { readonly doors: OrderDoors }

/** Ends a locked, waiting one and frees what it reserved. The resting leg of a pair is asked off the book with it. */
export async function endConditional(
  tx: Tx,
  deps: EndDeps,
  row: ConditionalRow,
  state: 'cancelled' | 'expired' | 'failed',
  reason: string | null,
  now: Date,
): Promise<void> {
  if (row.orderId === null) {
    await unreserve(tx, row.id, now)
    await addClosing(tx, row.positionId, -row.quantity)
  } else await deps.doors.askCancel(tx, row.orderId, now)
  await endRow(tx, row.id, state, reason, now)
  await tell(tx, deps, row, state, row.orderId, now)
}

/**
 * For whoever closes a holding without asking its owner, and for the kill switch: what waits on it gives way. Answers
 * how many.
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
