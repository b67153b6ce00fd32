import { recordAudit } from '#features/audit'
import { deviceLabel, networkOf } from '#platform/credentials/device-label'
import { hashSecret, isRandomSecret, randomSecret } from '#platform/credentials/secret-value'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { issueXsrf } from '#platform/http/xsrf'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets'
import { deleteSubscriptionOfOthers } from '../pushing/store.ts'
import { lives } from './lives.ts'
import { insertDevice, insertSession, readDevice } from './store.ts'

export interface OpenedSession {
  readonly sessionId: string
  readonly expiresAt: Date
  /** Call it after the commit: a session that was rolled back must leave no cookie. */
  sendCookies(): void
}

/**
 * The only place that creates an operator's session, after the second factor: it keeps nothing of the previous step.
 */
export async function openSession(
  tx: Tx,
  secrets: Secrets,
  { operatorId, way }: { readonly operatorId: string; readonly way: string },
  context: RequestContext,
): Promise<OpenedSession> {
  const { now } = context
  const bind = randomSecret()
  const sessionId = newId(now.getTime())
  const expiresAt = new Date(now.getTime() + lives.sessionMs)
  const { deviceId, cookie } = await deviceFor(tx, context)
  await deleteSubscriptionOfOthers(tx, deviceId, operatorId)
  await insertSession(tx, {
    sessionId,
    operatorId,
    bindHash: hashSecret(bind),
    deviceId,
    network: networkOf(context.ip),
    now,
    expiresAt,
  })
  await recordAudit(tx, {
    action: 'operators.signed-in',
    actor: `operator:${operatorId}`,
    subject: `session:${sessionId}`,
    details: { way, deviceId, network: networkOf(context.ip) },
    requestId: context.requestId,
  })
  const seconds = lives.sessionMs / 1_000
  return {
    sessionId,
    expiresAt,
    sendCookies() {
      context.setCookie('bind', bind, seconds)
      context.setCookie('XSRF-TOKEN', issueXsrf(secrets, sessionId), seconds)
      context.setCookie('device', cookie, lives.deviceMs / 1_000)
    },
  }
}

/** The browser keeps its id for every operator who signs in from it; a cookie that is not the server's is replaced. */
async function deviceFor(
  tx: Tx,
  { deviceCookie, userAgent, now }: RequestContext,
): Promise<{ deviceId: string; cookie: string }> {
  const known = isRandomSecret(deviceCookie) ? await readDevice(tx, hashSecret(deviceCookie)) : undefined
  if (known !== undefined) return { deviceId: known, cookie: deviceCookie }
  const cookie = randomSecret()
  const deviceId = newId(now.getTime())
  await insertDevice(tx, deviceId, hashSecret(cookie), deviceLabel(userAgent), now)
  return { deviceId, cookie }
}
