import { recordAudit } from '#features/audit'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { enrolmentMessage, isSignedBy, readDeviceKey } from './device-key.ts'
import { refuseCodeTry, refuseUnlessCode } from './refuse-unless-code.ts'
import { hasAuthenticator, insertDeviceKey, removeDeviceKeyRow } from './store.ts'

export interface DeviceKeyOffer {
  readonly publicKey: string
  readonly signature: string
  readonly code: string
}

/** Refuses with auth.second-factor-missing, auth.device-key-refused, auth.locked, auth.wrong-code. */
export async function enrolDeviceKey(
  { db, secrets }: AuthDeps,
  { publicKey, signature, code }: DeviceKeyOffer,
  context: SignedIn,
): Promise<Outcome<{ deviceKeyId: string; enrolledAt: string }>> {
  const who = { ...(await whoIs(db, context)), code }
  if (!(await hasAuthenticator(db, who.memberId))) return refuse('auth.second-factor-missing')
  const key = readDeviceKey(publicKey)
  if (!key || !isSignedBy(key, enrolmentMessage(who.memberId, publicKey), signature)) {
    return refuse('auth.device-key-refused')
  }
  const noTry = await refuseCodeTry(db, who)
  if (noTry) return noTry
  return db.transaction(async (tx): Promise<Outcome<{ deviceKeyId: string; enrolledAt: string }>> => {
    const refused = await refuseUnlessCode(tx, secrets, who)
    if (refused) return refused
    const deviceKeyId = newId(who.now.getTime())
    // One key per device: a browser that lost its key enrols a new one, which replaces the old one.
    await removeDeviceKeyRow(tx, who.memberId, who.deviceId, who.now)
    await insertDeviceKey(tx, {
      deviceKeyId,
      memberId: who.memberId,
      deviceId: who.deviceId,
      publicKey: Buffer.from(publicKey, 'base64url'),
      enrolledAt: who.now,
    })
    await recordAudit(tx, {
      action: 'auth.device-key-enrolled',
      actor: `member:${who.memberId}`,
      subject: `device-key:${deviceKeyId}`,
      details: { deviceId: who.deviceId },
      requestId: context.requestId,
    })
    return done({ deviceKeyId, enrolledAt: who.now.toISOString() }, 'done.device-key-on')
  })
}
