import { describeUrgent } from '@fairlot/rules/operators'
import type { Db } from '#platform/db'
import { maxPushTries, type PushDeps, retryAt, sendPush, takenUntil } from '#platform/send-push'
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

const atOnce = 20
/** An urgent review is decided within minutes: an older push is no news. */
const keepSeconds = 3_600

export async function sendReviewPushes(deps: ReviewPushDeps, now: Date): Promise<number> {
  await dropOutdatedJobs(deps.db)
  let sent = 0
  for (;;) {
    const jobs = await takeJobs(deps.db, now, takenUntil(now), atOnce)
    const outcomes = await Promise.all(jobs.map((job) => send(deps, job, now)))
    sent += outcomes.filter(Boolean).length
    if (jobs.length < atOnce) return sent
  }
}

async function send(deps: ReviewPushDeps, job: ReviewPushJob, now: Date): Promise<boolean> {
  const { db } = deps
  const result = await sendPush(deps, job, {
    // A lock screen shows it, and a compromised console could subscribe an address of its own: nothing of a member.
    payload: {
      ...describeUrgent(job.kind, job.promisedAt, job.language),
      path: `/queue?review=${job.reviewId}`,
    },
    keepSeconds,
    urgency: 'high',
  })
  if (result === 'gone') await deleteSubscription(db, job.deviceId)
  else if (result === 'sent' || job.tries >= maxPushTries) await dropJob(db, job)
  else await postponeJob(db, job, retryAt(now, job.tries))
  return result === 'sent'
}
