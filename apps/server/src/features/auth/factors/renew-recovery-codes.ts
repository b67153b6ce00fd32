import { recordAudit } from '#features/audit'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { refuseCodeTry, refuseUnlessCode } from './refuse-unless-code.ts'
import { hasAuthenticator } from './store.ts'

/** Refuses with auth.second-factor-missing, auth.locked, auth.wrong-code. */
export async function renewRecoveryCodes(
  { db, secrets }: AuthDeps,
  code: string,
  context: SignedIn,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const who = { ...(await whoIs(db, context)), code }
  if (!(await hasAuthenticator(db, who.memberId))) return refuse('auth.second-factor-missing')
  const noTry = await refuseCodeTry(db, who)
  if (noTry) return noTry
  return db.transaction(async (tx): Promise<Outcome<{ recoveryCodes: string[] }>> => {
    const refused = await refuseUnlessCode(tx, secrets, who)
    if (refused) return refused
    const recoveryCodes = await makeRecoveryCodes(tx, who.memberId, who.now)
    await recordAudit(tx, {
      action: 'auth.recovery-codes-renewed',
      actor: `member:${who.memberId}`,
      subject: `member:${who.memberId}`,
      details: { recoveryCodesLeft: recoveryCodes.length },
      requestId: context.requestId,
    })
    return done({ recoveryCodes })
  })
}
