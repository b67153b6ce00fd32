import type { Subjects } from '@fairlot/contract/venue'
import { recordMemberEvents } from '#features/live'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import { lockUndelivered, markDelivered, queuePushes } from './store.ts'

export interface DeliveryDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
}

const atOnce = 500

/**
 * Member event, push queue and mark in one transaction: after a crash either all of it or nothing is written. Notices
 * to everyone create no member events, or one notice would cost a row per member; clients poll for them.
 */
export async function deliverNotices(deps: DeliveryDeps, now: Date): Promise<number> {
  let delivered = 0
  for (;;) {
    const did = await deps.db.transaction(async (tx) => {
      const undelivered = await lockUndelivered(tx, atOnce)
      if (undelivered.length === 0) return 0
      const ids = undelivered.map(({ id }) => id)
      await recordMemberEvents(
        tx,
        deps,
        undelivered.flatMap(({ id, memberId, kind }) =>
          memberId === null
            ? []
            : [{ memberId, kind: 'notice.new', data: { id, state: kind }, at: now } as const],
        ),
      )
      await queuePushes(tx, ids, now)
      await markDelivered(tx, ids, now)
      return ids.length
    })
    delivered += did
    if (did < atOnce) return delivered
  }
}
