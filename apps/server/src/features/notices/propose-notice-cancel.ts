import { openReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { Proposing } from './propose-notice.ts'
import { hasOpenCancel, readScheduled } from './store.ts'

/** Refuses: `notice.sent` unless it is scheduled, `proposal.open`, `review.not-allowed`. */
export async function proposeNoticeCancel(
  db: Db,
  { noticeId, reason }: { readonly noticeId: string; readonly reason: string },
  { by, now, requestId }: Proposing,
): Promise<ConsoleOutcome<{ reviewId: string; number: string }>> {
  return db.transaction(async (tx) => {
    const notice = await readScheduled(tx, noticeId, now)
    if (notice === undefined) return refuse('notice.sent')
    if (await hasOpenCancel(tx, noticeId)) return refuse('proposal.open')
    const { texts, path, sentAt } = notice
    const opened = await openReview(tx, {
      kind: 'notice',
      memberId: null,
      subject: newId(now.getTime()),
      payload: { ...texts, path, sendAt: sentAt.toISOString(), cancels: noticeId },
      reason: reason.trim(),
      by,
      now,
      requestId,
    })
    return opened.ok
      ? done({ reviewId: opened.reviewId, number: opened.number })
      : refuse('review.not-allowed')
  })
}
