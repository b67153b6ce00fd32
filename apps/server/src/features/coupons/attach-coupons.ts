import { recordOwnEvents } from '#features/members'
import type { Db } from '#platform/db'
import type { TellingDeps } from './deps.ts'
import { attachCoupon, moveCursor, readCharged, readShards } from './store.ts'

const eventsAtOnce = 100_000n

/**
 * Reads what settlement has charged since the last look, and gives each order of a member with vouchers the one that runs
 * out first. From then on that voucher is the order's, however long the order stays open. The fee itself is not touched:
 * settlement knows nothing of vouchers. Answers how many were attached.
 */
export const attachCoupons = (db: Db, deps: TellingDeps, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const attached: { memberId: string; id: string }[] = []
    for (const shard of await readShards(tx, eventsAtOnce)) {
      for (const order of await readCharged(tx, shard)) {
        const id = await attachCoupon(tx, order)
        if (id !== undefined) attached.push({ memberId: order.memberId, id })
      }
      await moveCursor(tx, shard.shard, shard.upto)
    }
    await recordOwnEvents(
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
