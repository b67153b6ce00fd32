// Push messages to subscribed browsers. The content is encrypted for the browser and signed by the server.

import { describeNotice } from '@fairlot/rules/notices'
import webPush from 'web-push'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { deleteSubscription, dropJob, postponeJob, type PushJob, takeJobs } from './store.ts'

export interface PushDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly publicOrigin: string
}

const atOnce = 20
const maxTries = 6
const answerMs = 10_000
const minuteMs = 60_000
const daySeconds = 86_400

export async function sendPushes(deps: PushDeps, now: Date): Promise<number> {
  let sent = 0
  for (;;) {
    const jobs = await takeJobs(deps.db, now, new Date(now.getTime() + minuteMs), atOnce)
    const outcomes = await Promise.all(jobs.map((job) => send(deps, job, now)))
    sent += outcomes.filter(Boolean).length
    if (jobs.length < atOnce) return sent
  }
}

async function send(deps: PushDeps, job: PushJob, now: Date): Promise<boolean> {
  const { db, secrets } = deps
  const key = secrets.pushKey(job.keyId)
  // Its key was removed from the key ring: the push service would refuse any other.
  if (!key) {
    await deleteSubscription(db, job.sessionId)
    return false
  }
  const status = await post(deps, job, key)
  if (status >= 200 && status < 300) {
    await dropJob(db, job.id, job.sessionId)
    return true
  }
  // The endpoint no longer exists or refuses the server's key: a retry is useless.
  if (status >= 300 && status < 500 && status !== 408 && status !== 429) {
    await deleteSubscription(db, job.sessionId)
    return false
  }
  if (job.tries >= maxTries) await dropJob(db, job.id, job.sessionId)
  else await postponeJob(db, job.id, job.sessionId, new Date(now.getTime() + minuteMs * 2 ** job.tries))
  return false
}

/** The status of the response; 503 when there was none. */
async function post(
  { publicOrigin }: PushDeps,
  job: PushJob,
  { publicKey, privateKey }: { readonly publicKey: string; readonly privateKey: string },
): Promise<number> {
  const { title, summary } = job.texts ?? describeNotice(job.code!, job.params)
  const payload = JSON.stringify({
    noticeId: job.id,
    title: title[job.language],
    text: summary[job.language],
    path: `/home/noticeDetail?id=${job.id}`,
  })
  const subject = publicOrigin.startsWith('https://') ? publicOrigin : 'mailto:push@fairlot.invalid'
  const { method, headers, body, endpoint } = webPush.generateRequestDetails(
    { endpoint: job.endpoint, keys: { p256dh: job.p256dh, auth: job.auth } },
    payload,
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: daySeconds,
      urgency: 'normal',
      contentEncoding: 'aes128gcm',
    },
  )
  try {
    const answer = await fetch(endpoint, {
      method,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          // fetch sets the length itself and refuses this header.
          name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
        ),
      ),
      body: body === null ? null : new Uint8Array(body),
      // A push service must not redirect the server into its own network.
      redirect: 'manual',
      signal: AbortSignal.timeout(answerMs),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    return 503
  }
}
