import { describeNotice } from '@fairlot/rules/notices'
import type { Db } from '#platform/db'
import { type PushDeps, sendPushes } from '#platform/send-push'
import { deleteSubscription, dropJob, type NoticePushJob, postponeJob, takeJobs } from './store.ts'

export interface NoticePushDeps extends PushDeps {
  readonly db: Db
}

const daySeconds = 86_400

export const sendNoticePushes = (deps: NoticePushDeps, now: Date): Promise<number> =>
  sendPushes<NoticePushJob>(
    deps,
    {
      take: (again, limit) => takeJobs(deps.db, now, again, limit),
      messageOf: (job) => ({ payload: payloadOf(job), keepSeconds: daySeconds, urgency: 'normal' }),
      endSubscription: ({ sessionId }) => deleteSubscription(deps.db, sessionId),
      drop: ({ id, sessionId }) => dropJob(deps.db, id, sessionId),
      postpone: ({ id, sessionId }, due) => postponeJob(deps.db, id, sessionId, due),
    },
    now,
  )

function payloadOf(job: NoticePushJob): object {
  const { title, summary } = job.texts ?? describeNotice(job.code!, job.params)
  return {
    noticeId: job.id,
    title: title[job.language],
    text: summary[job.language],
    path: `/home/noticeDetail?id=${job.id}`,
  }
}
