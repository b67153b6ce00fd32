import type { Db, Tx } from '#platform/db'
import { lockUndelivered, markDelivered, queuePushes } from './store.ts'

export interface NoticeEvent {
  readonly memberId: string
  readonly kind: 'notice.new'
  readonly data: { readonly id: string; readonly state: string }
  readonly at: Date
}

export interface DeliveryDeps {
  readonly db: Db
  /** The members feature writes member events. It also sends notices, so it is passed in and not imported. */
  recordMemberEvent(tx: Tx, entries: readonly NoticeEvent[]): Promise<void>
}

const atOnce = 500

/**
 * Member event, push queue and mark in one transaction: after a crash either all of it or nothing is written. Notices
 * to everyone create no member events, or one notice would cost a row per member; clients poll for them.
 */
export async function deliverNotices({ db, recordMemberEvent }: DeliveryDeps, now: Date): Promise<number> {
  let delivered = 0
  for (;;) {
    const did = await db.transaction(async (tx) => {
      const undelivered = await lockUndelivered(tx, atOnce)
      if (undelivered.length === 0) return 0
      const ids = undelivered.map(({ id }) => id)
      await recordMemberEvent(
        tx,
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
