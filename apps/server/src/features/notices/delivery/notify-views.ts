import { lockUnnotified, markNotified } from '#features/operators'
import type { Db } from '#platform/db'
import { sendNotice } from '../send-notice.ts'

const maxAtOnce = 100

/**
 * For the worker: the console may record a view, but has no rights on a member's data, including their notices. So the
 * notice comes a moment later, and reliably: the row says whether it was sent.
 */
export function notifyViews(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const views = await lockUnnotified(tx, maxAtOnce)
    for (const { memberId, operator, field, purpose } of views) {
      await sendNotice(tx, {
        memberId,
        code: 'personal.viewed',
        params: { operator, field, purpose },
        at: now,
      })
    }
    if (views.length > 0) {
      await markNotified(
        tx,
        views.map(({ viewId }) => viewId),
        now,
      )
    }
    return views.length
  })
}
