import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { dayMs } from '@fairlot/rules/calendar'
import { scheduleDays } from '@fairlot/rules/notices'
import { openReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'

export interface Proposing {
  readonly by: { readonly operatorId: string; readonly sessionId: string }
  readonly now: Date
  readonly requestId: string
}

/**
 * Refuses: `notice.texts` where a language is missing, `notice.path` where the path is not one of the app's,
 * `notice.time` for a time that has passed or is too far ahead, `review.not-allowed`.
 */
export async function proposeNotice(
  db: Db,
  { title, summary, body, path, sendAt = null, reason }: ConsoleBodyOf<'/notices/proposeNotice'>,
  { by, now, requestId }: Proposing,
): Promise<ConsoleOutcome<{ reviewId: string; number: string }>> {
  for (const [field, texts] of Object.entries({ title, summary, body })) {
    if (texts.tw.trim() === '' || texts.en.trim() === '') return refuse('notice.texts', { field })
  }
  if (path !== null && !/^\/[\w/?=&-]+$/.test(path)) return refuse('notice.path', { field: 'path' })
  if (sendAt !== null && !isSendTime(new Date(sendAt), now))
    return refuse('notice.time', { field: 'sendAt', params: { days: scheduleDays } })
  const trimmed = (texts: { readonly tw: string; readonly en: string }) => ({
    tw: texts.tw.trim(),
    en: texts.en.trim(),
  })
  const opened = await db.transaction((tx) =>
    openReview(tx, {
      kind: 'notice',
      memberId: null,
      subject: newId(now.getTime()),
      payload: { title: trimmed(title), summary: trimmed(summary), body: trimmed(body), path, sendAt },
      reason: reason.trim(),
      by,
      now,
      requestId,
    }),
  )
  return opened.ok ? done({ reviewId: opened.reviewId, number: opened.number }) : refuse('review.not-allowed')
}

const isSendTime = (at: Date, now: Date): boolean =>
  at > now && at.getTime() <= now.getTime() + scheduleDays * dayMs
