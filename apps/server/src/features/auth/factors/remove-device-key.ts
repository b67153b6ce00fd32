import { recordAudit } from '#features/audit'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { removeDeviceKeyRow } from './store.ts'

/** Refuses with request.not-found when this device has no key. */
export async function removeDeviceKey({ db }: AuthDeps, context: SignedIn): Promise<Outcome<null>> {
  const who = await whoIs(db, context)
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    if (!(await removeDeviceKeyRow(tx, who.memberId, who.deviceId, who.now)))
      return refuse('request.not-found')
    await recordAudit(tx, {
      action: 'auth.device-key-removed',
      actor: `member:${who.memberId}`,
      subject: `member:${who.memberId}`,
      details: { deviceId: who.deviceId },
      requestId: context.requestId,
    })
    return done(null, 'done.device-key-off')
  })
}
