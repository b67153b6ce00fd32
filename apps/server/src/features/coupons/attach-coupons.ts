import { recordMemberEvents } from '#features/live'
import type { Db } from '#platform/db'
import type { NotifyDeps } from './deps.ts'
import { attachCoupon, moveCursor, readCharged, readShards } from './store.ts'

const eventsAtOnce = 100_000n

/**
 * Reads the fees that settlement has charged since the last run, and attaches to each order of a member with coupons
 * the one that expires first. That coupon then belongs to the order, however long the order stays open. The fee itself
 * is unchanged: settlement knows nothing of coupons. Returns how many were attached.
 */
export const attachCoupons = (db: Db, deps: NotifyDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const attached: { memberId: string; id: string }[] = []
    for (const shard of await readShards(tx, eventsAtOnce)) {
      for (const order of await readCharged(tx, shard)) {
        const id = await attachCoupon(tx, order)
        if (id !== undefined) attached.push({ memberId: order.memberId, id })
      }
      await moveCursor(tx, shard.shard, shard.upto)
    }
    await recordMemberEvents(
      tx,
      deps,
      attached.map(({ memberId, id }) => ({
        memberId,
        kind: 'coupon.changed',
        data: { id, state: 'used' },
        at: now,
      })),
    )
    return attached.length
  })
