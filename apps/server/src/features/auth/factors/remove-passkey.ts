import { lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { refuseUnlessPassword } from '../passwords/confirm-password.ts'
import { startCoolDown } from '../passwords/store.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { deletePasskey, hasPasskey } from './store.ts'

/** Refuses with request.not-found (also for another member's passkey), auth.wrong-password, auth.locked. */
export async function removePasskey(
  deps: AuthDeps,
  { passkeyId, password }: { readonly passkeyId: string; readonly password: string },
  context: SignedIn,
): Promise<Outcome<null>> {
  const { db } = deps
  const who = await whoIs(db, context)
  if (!(await hasPasskey(db, who.memberId, passkeyId))) return refuse('request.not-found')
  const wrong = await refuseUnlessPassword(deps, { ...who, password })
  if (wrong) return wrong
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    if (!(await deletePasskey(tx, who.memberId, passkeyId))) return refuse('request.not-found')
    await startCoolDown(tx, who.memberId, new Date(who.now.getTime() + lives.withdrawalCoolDownMs))
    await recordAudit(tx, {
      action: 'auth.passkey-removed',
      actor: `member:${who.memberId}`,
      subject: `passkey:${passkeyId}`,
      details: {},
      requestId: context.requestId,
    })
    return done(null, 'done.passkey-removed')
  })
}
