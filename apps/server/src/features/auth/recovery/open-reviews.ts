import { sendNotice } from '#features/notices'
import type { openReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { countPleas, lockUnreviewed, setReview } from './store.ts'

/** Handed in, because operators sign in with parts of this feature. */
export type OpenReview = typeof openReview

const mostAtOnce = 50
const monthMs = 30 * 86_400_000

/**
 * For the worker. A plea for an account that does not exist looks the same to whoever sends it, and never gets here. The
 * member hears of it wherever he is still signed in: somebody else may be asking.
 */
export function openRecoveryReviews(db: Db, open: OpenReview, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const pleas = await lockUnreviewed(tx, mostAtOnce)
    for (const { requestId, memberId, reference } of pleas) {
      const { lately } = await countPleas(tx, memberId, new Date(now.getTime() - monthMs))
      const opened = await open(tx, {
        kind: 'recovery',
        memberId,
        subject: requestId,
        payload: { requestId, reference, memberId },
        flags: lately > 1 ? ['recovery-again'] : [],
        now,
        requestId: newId(),
      })
      if (!opened.ok) throw new Error(`the review of a recovery was refused: ${opened.refusal}`)
      await setReview(tx, requestId, opened.reviewId)
      await sendNotice(tx, { memberId, code: 'security.recovery-asked', params: { reference }, at: now })
    }
    return pleas.length
  })
}
