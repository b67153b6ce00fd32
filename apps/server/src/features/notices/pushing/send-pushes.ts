import { describeNotice } from '@fairlot/rules/notices'
import type { Db } from '#platform/db'
import { maxPushTries, type PushDeps, retryAt, sendPush, takenUntil } from '#platform/send-push'
import { deleteSubscription, dropJob, postponeJob, type PushJob, takeJobs } from './store.ts'

export interface NoticePushDeps extends PushDeps {
  readonly db: Db
}

const atOnce = 20
const daySeconds = 86_400

export async function sendPushes(deps: NoticePushDeps, now: Date): Promise<number> {
  let sent = 0
  for (;;) {
    const jobs = await takeJobs(deps.db, now, takenUntil(now), atOnce)
    const outcomes = await Promise.all(jobs.map((job) => send(deps, job, now)))
    sent += outcomes.filter(Boolean).length
    if (jobs.length < atOnce) return sent
  }
}

async function send(deps: NoticePushDeps, job: PushJob, now: Date): Promise<boolean> {
  const { db } = deps
  const result = await sendPush(deps, job, {
    payload: payloadOf(job),
    keepSeconds: daySeconds,
    urgency: 'normal',
  })
  if (result === 'gone') await deleteSubscription(db, job.sessionId)
  else if (result === 'sent' || job.tries >= maxPushTries) await dropJob(db, job.id, job.sessionId)
  else await postponeJob(db, job.id, job.sessionId, retryAt(now, job.tries))
  return result === 'sent'
}

function payloadOf(job: PushJob): object {
  const { title, summary } = job.texts ?? describeNotice(job.code!, job.params)
  return {
    noticeId: job.id,
    title: title[job.language],
    text: summary[job.language],
    path: `/home/noticeDetail?id=${job.id}`,
  }
}
