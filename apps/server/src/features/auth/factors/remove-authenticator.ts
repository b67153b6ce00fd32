import { lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { refuseUnlessPassword } from '../passwords/confirm-password.ts'
import { startCoolDown } from '../passwords/store.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { takeRecoveryCode } from './recovery-codes.ts'
import { refuseCodeTry, refuseUnlessCode } from './refuse-unless-code.ts'
import { deleteAuthenticator, hasAuthenticator, removeDeviceKeysBut, replaceRecoveryCodes } from './store.ts'

/**
 * Refuses with auth.second-factor-missing, auth.wrong-password, auth.locked, auth.wrong-code. A recovery code counts
 * like an authenticator code here, so that a member who lost the phone can change to a new one. Device keys are removed
 * too, because the second factor vouched for them.
 */
export async function removeAuthenticator(
  deps: AuthDeps,
  { password, code }: { readonly password: string; readonly code: string },
  context: SignedIn,
): Promise<Outcome<null>> {
  const { db, secrets } = deps
  const who = { ...(await whoIs(db, context)), code }
  if (!(await hasAuthenticator(db, who.memberId))) return refuse('auth.second-factor-missing')
  if (code === '') return refuse('input.required', { field: 'code' })
  const wrong = await refuseUnlessPassword(deps, { ...who, password })
  if (wrong) return wrong

  const isRecoveryCode = code.replace(/\s+/g, '').length > 6
  const noTry = isRecoveryCode ? undefined : await refuseCodeTry(db, who)
  if (noTry) return noTry
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    if (!isRecoveryCode) {
      const refused = await refuseUnlessCode(tx, secrets, who)
      if (refused) return refused
    } else if (!(await takeRecoveryCode(tx, who.memberId, code, who.now))) {
      return refuse('auth.wrong-code', { field: 'code' })
    }
    await deleteAuthenticator(tx, who.memberId)
    await replaceRecoveryCodes(tx, who.memberId, [], who.now)
    await removeDeviceKeysBut(tx, who.memberId, null, who.now)
    await startCoolDown(tx, who.memberId, new Date(who.now.getTime() + lives.withdrawalCoolDownMs))
    await recordAudit(tx, {
      action: 'auth.authenticator-removed',
      actor: `member:${who.memberId}`,
      subject: `member:${who.memberId}`,
      details: { way: isRecoveryCode ? 'recovery' : 'authenticator' },
      requestId: context.requestId,
    })
    await sendNotice(tx, { memberId: who.memberId, code: 'security.two-step-off', at: who.now })
    return done(null, 'done.second-factor-off')
  })
}
