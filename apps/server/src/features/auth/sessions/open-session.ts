import { authRules, lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { issueXsrf } from '#platform/http/xsrf'
import type { Secrets } from '#platform/secrets'
import { settleTry, type Tried } from '../passwords/tries.ts'
import { deviceLabel, networkOf } from '#platform/credentials/device-label'
import { logSignIn } from './log-sign-in.ts'
import { hashSecret, isRandomSecret, newToken, randomSecret } from '#platform/credentials/secret-value'
import {
  insertAgreement,
  hasOtherDevice,
  insertSession,
  isDeviceCookieKnown,
  readOpenSessions,
  revokeSessionRow,
  upsertKnownDevice,
} from './store.ts'

export interface SessionToOpen {
  readonly memberId: string
  readonly account: string
  /** Undefined when no new agreement was given: after a password change. */
  readonly agreementVersion: string | undefined
  readonly way: 'password' | 'authenticator' | 'recovery-code' | 'passkey' | 'password-change'
  /** Counters that this success clears, with the device they were counted on. */
  readonly settles: readonly Tried[]
  readonly triedOn: string
}

export interface OpenedSession {
  readonly session: {
    readonly token: string
    readonly account: string
    readonly memberId: string
    readonly expiresAt: string
  }
  /** Sets the cookies. Call it after the commit: a session that was rolled back must leave no cookie. */
  sendCookies(): void
}

/** The only place that creates a session. Everything it writes commits together, including the audit row. */
export async function openSession(
  tx: Tx,
  secrets: Secrets,
  wanted: SessionToOpen,
  context: RequestContext,
): Promise<OpenedSession> {
  const { now } = context
  const label = deviceLabel(context.userAgent)
  const token = newToken()
  const bind = randomSecret()
  const sessionId = newId(now.getTime())
  const expiresAt = new Date(now.getTime() + lives.sessionMs)

  const cookie = await deviceCookieFor(tx, context)
  const newDeviceId = newId(now.getTime())
  const deviceId = await upsertKnownDevice(tx, {
    deviceId: newDeviceId,
    memberId: wanted.memberId,
    cookieHash: hashSecret(cookie),
    label,
    now,
    expiresAt: new Date(now.getTime() + lives.knownDeviceMs),
  })
  await signOldestOut(tx, wanted.memberId, now)
  await insertSession(tx, {
    sessionId,
    memberId: wanted.memberId,
    account: wanted.account,
    tokenHash: hashSecret(token),
    bindHash: hashSecret(bind),
    deviceId,
    label,
    network: networkOf(context.ip),
    createdAt: now,
    expiresAt,
  })
  for (const kind of wanted.settles) {
    await settleTry(tx, { account: wanted.account, kind, deviceId: wanted.triedOn }, now)
  }
  if (wanted.agreementVersion !== undefined) {
    await insertAgreement(tx, wanted.memberId, wanted.agreementVersion, now)
    await logSignIn(tx, wanted.memberId, 'signed-in', context)
  }
  await recordAudit(tx, {
    action: 'auth.signed-in',
    actor: `member:${wanted.memberId}`,
    subject: `session:${sessionId}`,
    details: { way: wanted.way, newDevice: deviceId === newDeviceId },
    requestId: context.requestId,
  })

  // No notice for the first browser of a member.
  if (deviceId === newDeviceId && (await hasOtherDevice(tx, wanted.memberId, deviceId))) {
    await sendNotice(tx, {
      memberId: wanted.memberId,
      code: 'security.new-device',
      params: { device: label, at: now.toISOString() },
      at: now,
    })
  }

  const seconds = lives.sessionMs / 1_000
  return {
    session: {
      token,
      account: wanted.account,
      memberId: wanted.memberId,
      expiresAt: expiresAt.toISOString(),
    },
    sendCookies() {
      context.setCookie('bind', bind, seconds)
      context.setCookie('XSRF-TOKEN', issueXsrf(secrets, sessionId), seconds)
      context.setCookie('device', cookie, lives.knownDeviceMs / 1_000)
    },
  }
}

/** A household shares a browser, so a cookie known to one member serves the next; an unknown cookie is replaced. */
async function deviceCookieFor(tx: Tx, { deviceCookie, now }: RequestContext): Promise<string> {
  const isKnown =
    isRandomSecret(deviceCookie) && (await isDeviceCookieKnown(tx, hashSecret(deviceCookie), now))
  return isKnown ? deviceCookie : randomSecret()
}

async function signOldestOut(tx: Tx, memberId: string, now: Date): Promise<void> {
  const open = await readOpenSessions(tx, memberId, now, new Date(now.getTime() - lives.sessionIdleMs))
  for (const { sessionId } of open.slice(authRules.sessionMax.default - 1)) {
    await revokeSessionRow(tx, memberId, sessionId, 'too-many', now)
  }
}
