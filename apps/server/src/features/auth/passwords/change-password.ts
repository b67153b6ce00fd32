import { checkMatch, checkPassword, lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { removeDeviceKeysBut } from '../factors/store.ts'
import { openSession, type OpenedSession } from '../sessions/open-session.ts'
import { forgetDevicesBut, revokeAllBut } from '../sessions/store.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { isCommonPassword } from '#platform/credentials/common-passwords'
import { refuseUnlessPassword } from './confirm-password.ts'
import { startCoolDown, updateCredential } from './store.ts'

export interface PasswordChange {
  readonly oldPassword: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/**
 * Refuses with what is wrong in the form, auth.locked, password.wrong-old. Every other device is signed out and
 * forgotten: a thief among them becomes an unknown device. This device gets a new token.
 */
export async function changePassword(
  deps: AuthDeps,
  { oldPassword, newPassword, confirmPassword }: PasswordChange,
  context: SignedIn,
): Promise<Outcome<{ session: OpenedSession['session'] }>> {
  const { db, hasher, secrets } = deps
  const who = await whoIs(db, context)
  if (oldPassword === '') return refuse('input.required', { field: 'oldPassword' })
  const weak = checkPassword(newPassword, who.account, isCommonPassword)
  if (weak) return refuse(weak, { field: 'newPassword' })
  const repeated = checkMatch(newPassword, confirmPassword)
  if (repeated) return refuse(repeated, { field: 'confirmPassword' })
  const wrong = await refuseUnlessPassword(
    deps,
    { ...who, password: oldPassword },
    'password.wrong-old',
    'oldPassword',
  )
  if (wrong) return wrong
  // Checked only after the old password was right; otherwise this refusal would confirm a guess.
  if (newPassword === oldPassword) return refuse('input.password-unchanged', { field: 'newPassword' })
  const stored = await hasher.make(newPassword)
  if (!stored) return refuse('system.busy')

  const opened = await db.transaction(async (tx) => {
    await updateCredential(tx, who.memberId, stored, who.now)
    const coolDownUntil = new Date(who.now.getTime() + lives.withdrawalCoolDownMs)
    await startCoolDown(tx, who.memberId, coolDownUntil)
    const signedOut = await revokeAllBut(tx, who.memberId, null, 'password-changed', who.now)
    await forgetDevicesBut(tx, who.memberId, who.deviceId)
    await removeDeviceKeysBut(tx, who.memberId, who.deviceId, who.now)
    await recordAudit(tx, {
      action: 'auth.password-changed',
      actor: `member:${who.memberId}`,
      subject: `member:${who.memberId}`,
      details: { otherSessionsEnded: signedOut - 1 },
      requestId: context.requestId,
    })
    await sendNotice(tx, {
      memberId: who.memberId,
      code: 'security.password-changed',
      params: { until: coolDownUntil.toISOString() },
      at: who.now,
    })
    return openSession(
      tx,
      secrets,
      {
        memberId: who.memberId,
        account: who.account,
        agreementVersion: undefined,
        way: 'password-change',
        settles: [],
        triedOn: who.deviceId,
      },
      context,
    )
  })
  opened.sendCookies()
  return done({ session: opened.session }, 'done.password-changed')
}
