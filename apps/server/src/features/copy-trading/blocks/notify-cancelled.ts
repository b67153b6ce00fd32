// A parent order that never reached the market: its followers hear of it, each once.

import { sendNotice } from '#features/notices'
import type { Db } from '#platform/db'
import { takeNotices } from './store.ts'

const atOnce = 100

/** Some in each transaction. Returns how many notices were sent. */
export async function notifyCancelled(db: Db, now: Date): Promise<number> {
  let sent = 0
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const rows = await takeNotices(tx, atOnce)
      for (const { blockId, copyId, memberId, mentor, name, nameEn } of rows)
        await sendNotice(tx, {
          memberId,
          code: 'copy.order-cancelled',
          params: { mentor, name, nameEn },
          path: `/gdindex/dsFllowRecord?view=copy&id=${copyId}`,
          at: now,
          key: `copy ${blockId} ${copyId}`,
        })
      return rows.length
    })
    if (taken === 0) return sent
    sent += taken
  }
}
