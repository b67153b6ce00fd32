import { describeUrgent } from '@fairlot/rules/operators'
import type { Db } from '#platform/db'
import { type PushDeps, sendPushes } from '#platform/send-push'
import {
  deleteSubscription,
  dropJob,
  dropOutdatedJobs,
  postponeJob,
  type ReviewPushJob,
  takeJobs,
} from './store.ts'

export interface ReviewPushDeps extends PushDeps {
  readonly db: Db
}

/** An urgent review is decided within minutes: an older push is no news. */
const keepSeconds = 3_600

export async function sendReviewPushes(deps: ReviewPushDeps, now: Date): Promise<number> {
  const { db } = deps
  await dropOutdatedJobs(db)
  return sendPushes<ReviewPushJob>(
    deps,
    {
      take: (again, limit) => takeJobs(db, now, again, limit),
      messageOf: ({ kind, decideBy, language, reviewId }) => ({
        // A lock screen shows it, and a compromised console could subscribe an address of its own: nothing of a member.
        payload: { ...describeUrgent(kind, decideBy, language), path: `/queue?review=${reviewId}` },
        keepSeconds,
        urgency: 'high',
      }),
      endSubscription: ({ deviceId }) => deleteSubscription(db, deviceId),
      drop: (job) => dropJob(db, job),
      postpone: (job, due) => postponeJob(db, job, due),
    },
    now,
  )
}
