import type { Subjects } from '@fairlot/contract/venue'
import { recordMemberEvents } from '#features/live'
import type { Bus } from '#platform/bus'
import type { Db, Tx } from '#platform/db'
import { topicOf } from '@fairlot/rules/notices'
import { newNotice, type NoticeToSend } from '../send-notice.ts'
import { insertNotices } from '../store.ts'
import { lockUndelivered, markDelivered, queuePushes, type UndeliveredRow } from './store.ts'

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
      const undelivered = await lockUndelivered(tx, atOnce, now)
      if (undelivered.length === 0) return 0
      const ids = undelivered.map(({ id }) => id)
      await deliver(tx, deps, undelivered, now)
      await markDelivered(tx, ids, now)
      return ids.length
    })
    delivered += did
    if (did < atOnce) return delivered
  }
}

/** Writes notices that are delivered at once. A row is written once and not changed until the member reads it. */
export async function deliverNow(
  tx: Tx,
  deps: Omit<DeliveryDeps, 'db'>,
  notices: readonly NoticeToSend[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return
  const rows = notices.map(newNotice)
  await insertNotices(tx, rows, now)
  await deliver(
    tx,
    deps,
    rows.map(({ noticeId: id, memberId, kind, code }) => ({ id, memberId, kind, code })),
    now,
  )
}

/** One member event per member, of the newest: phones read their list again. One push per notice and browser. */
async function deliver(
  tx: Tx,
  deps: Omit<DeliveryDeps, 'db'>,
  rows: readonly UndeliveredRow[],
  now: Date,
): Promise<void> {
  const newest = new Map(rows.map((row) => [row.memberId, row]))
  await recordMemberEvents(
    tx,
    deps,
    [...newest.values()].flatMap(({ id, memberId, kind }) =>
      memberId === null
        ? []
        : [{ memberId, kind: 'notice.new', data: { id, state: kind }, at: now } as const],
    ),
  )
  await queuePushes(
    tx,
    rows.map(({ id, code }) => ({ id, topic: topicOf(code) })),
    now,
  )
}
