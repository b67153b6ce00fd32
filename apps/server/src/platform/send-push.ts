// Push messages to browsers. The content is encrypted for the browser and signed by the server.

import { createECDH } from 'node:crypto'
import { arePushKeys, isPushService } from '@fairlot/rules/notices'
import webPush from 'web-push'
import type { PushKey, Secrets } from '#platform/secrets'

export interface PushDeps {
  readonly secrets: Secrets
  readonly publicOrigin: string
  /** Origins of push services that the operator runs. */
  readonly pushOrigins: readonly string[]
}

/** What a browser sends when it subscribes. */
export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface PushMessage {
  readonly payload: object
  /** How long the push service keeps it for a browser that is offline. */
  readonly keepSeconds: number
  readonly urgency: 'normal' | 'high'
}

/** `gone`: the subscription will never work again. `failed`: a retry may help. */
type PushResult = 'sent' | 'gone' | 'failed'

export interface PushJob extends PushAddress {
  readonly keyId: string
  readonly tries: number
}

/** The stored jobs of one kind of push. */
export interface PushJobs<Job extends PushJob> {
  /** Takes due jobs and schedules the retry of each at `again`: after a crash a push is sent twice rather than never. */
  take(again: Date, limit: number): Promise<readonly Job[]>
  messageOf(job: Job): PushMessage
  endSubscription(job: Job): Promise<void>
  drop(job: Job): Promise<void>
  postpone(job: Job, due: Date): Promise<void>
}

const atOnce = 20
/** A job is dropped after this many tries. */
const maxTries = 6
const minuteMs = 60_000
const answerMs = 10_000

/** Sends all due pushes and returns how many were sent. */
export async function sendPushes<Job extends PushJob>(
  deps: PushDeps,
  jobs: PushJobs<Job>,
  now: Date,
): Promise<number> {
  const inMinutes = (minutes: number): Date => new Date(now.getTime() + minuteMs * minutes)
  const send = async (job: Job): Promise<boolean> => {
    const result = await sendPush(deps, job, jobs.messageOf(job))
    if (result === 'gone') await jobs.endSubscription(job)
    else if (result === 'sent' || job.tries >= maxTries) await jobs.drop(job)
    else await jobs.postpone(job, inMinutes(2 ** job.tries))
    return result === 'sent'
  }
  let sent = 0
  for (;;) {
    const taken = await jobs.take(inMinutes(1), atOnce)
    const outcomes = await Promise.all(taken.map(send))
    sent += outcomes.filter(Boolean).length
    if (taken.length < atOnce) return sent
  }
}

/** A push service, and keys that a message can be encrypted to. */
export const isPushAddress = ({ endpoint, p256dh, auth }: PushAddress, origins: readonly string[]): boolean =>
  isPushService(endpoint, origins) && arePushKeys(p256dh, auth) && isPoint(p256dh)

async function sendPush(
  deps: PushDeps,
  address: PushAddress & { readonly keyId: string },
  message: PushMessage,
): Promise<PushResult> {
  const key = deps.secrets.pushKey(address.keyId)
  // Its key was removed from the key ring: the push service would refuse any other.
  if (!key) return 'gone'
  // Checked again here: the process that stored the address may be compromised, and this one can reach internal hosts.
  if (!isPushAddress(address, deps.pushOrigins)) return 'gone'
  const status = await post(deps, address, key, message)
  if (status >= 200 && status < 300) return 'sent'
  // The endpoint no longer exists or refuses the server's key: a retry is useless.
  return status >= 300 && status < 500 && status !== 408 && status !== 429 ? 'gone' : 'failed'
}

/** The status of the response; 503 when there was none. */
async function post(
  { publicOrigin }: PushDeps,
  { endpoint: address, p256dh, auth }: PushAddress,
  { publicKey, privateKey }: PushKey,
  { payload, keepSeconds, urgency }: PushMessage,
): Promise<number> {
  const subject = publicOrigin.startsWith('https://') ? publicOrigin : 'mailto:push@fairlot.invalid'
  const { method, headers, body, endpoint } = webPush.generateRequestDetails(
    { endpoint: address, keys: { p256dh, auth } },
    JSON.stringify(payload),
    {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: keepSeconds,
      urgency,
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

/** Must be on the curve: any other point would make every later push fail, or worse, leak information about the key. */
function isPoint(p256dh: string): boolean {
  const own = createECDH('prime256v1')
  own.generateKeys()
  try {
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
