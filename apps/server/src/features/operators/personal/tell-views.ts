import { sendNotice } from '#features/notices'
import type { Db } from '#platform/db'
import { lockUntold, markTold } from './store.ts'

const mostAtOnce = 100

/**
 * For the worker: the console may write down that it looked, and has no right on anything of a member's, his notices
 * among it. So the notice comes a moment later, and certainly: the row says whether it was sent.
 */
export function tellViews(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const views = await lockUntold(tx, mostAtOnce)
    for (const { memberId, operator, field, purpose } of views) {
      await sendNotice(tx, {
        memberId,
        code: 'personal.viewed',
        params: { operator, field, purpose },
        at: now,
      })
    }
    if (views.length > 0) {
      await markTold(
        tx,
        views.map(({ viewId }) => viewId),
        now,
      )
    }
    return views.length
  })
}
