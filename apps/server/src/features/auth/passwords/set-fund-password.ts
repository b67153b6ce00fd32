import { checkFundPassword, checkMatch, lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { refuseUnlessPassword } from './confirm-password.ts'
import { refuseUnlessFundPassword } from './fund-password.ts'
import { insertFundCredential, readFundCredential, startCoolDown, updateFundCredential } from './store.ts'

export interface FundPasswordForm {
  readonly fundPassword: string
  readonly confirmPassword: string
  readonly oldFundPassword?: string | undefined
  readonly loginPassword?: string | undefined
}

/**
 * The first fund password is set with the login password, a later one with the previous fund password. Refuses with
 * what is wrong in the form, auth.wrong-password, password.wrong-original, auth.locked, auth.fund-password-locked.
 */
export async function setFundPassword(
  deps: AuthDeps,
  form: FundPasswordForm,
  context: SignedIn,
): Promise<Outcome<null>> {
  const { db, hasher } = deps
  const who = await whoIs(db, context)
  const weak = checkFundPassword(form.fundPassword, who.account)
  if (weak) return refuse(weak, { field: 'fundPassword' })
  const repeated = checkMatch(form.fundPassword, form.confirmPassword)
  if (repeated) return refuse(repeated, { field: 'confirmPassword' })

  const isChange = (await readFundCredential(db, who.memberId)) !== undefined
  const wrong = isChange
    ? await refuseUnlessFundPassword(
        deps,
        { ...who, fundPassword: form.oldFundPassword ?? '' },
        { msg: 'password.wrong-original', field: 'oldFundPassword' },
      )
    : await refuseUnlessPassword(
        deps,
        { ...who, password: form.loginPassword ?? '' },
        'auth.wrong-password',
        'loginPassword',
      )
  if (wrong) return wrong
  const stored = await hasher.make(form.fundPassword)
  if (!stored) return refuse('system.busy')

  const coolDownUntil = new Date(who.now.getTime() + lives.withdrawalCoolDownMs)
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    if (isChange) {
      await updateFundCredential(tx, who.memberId, stored, who.now)
      await startCoolDown(tx, who.memberId, coolDownUntil)
    } else if (!(await insertFundCredential(tx, who.memberId, stored, who.now))) {
      // Two concurrent first settings: the slower one has not proven the fund password that is now in force.
      return refuse('password.wrong-original', { field: 'oldFundPassword' })
    }
    await recordAudit(tx, {
      action: isChange ? 'auth.fund-password-changed' : 'auth.fund-password-set',
      actor: `member:${who.memberId}`,
      subject: `member:${who.memberId}`,
      details: {},
      requestId: context.requestId,
    })
    await sendNotice(tx, {
      memberId: who.memberId,
      code: isChange ? 'security.fund-password-changed' : 'security.fund-password-set',
      params: { until: coolDownUntil.toISOString() },
      at: who.now,
    })
    return done(null, 'done.fund-password-set')
  })
}
