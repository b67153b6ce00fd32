import { recordAudit } from '#features/audit'
import { done, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { revokeSessionRow } from './store.ts'

/** The device cookie stays: the member has used this browser. */
export async function signOut({ db }: AuthDeps, context: SignedIn): Promise<Outcome<null>> {
  const { memberId, sessionId } = context.caller
  await db.transaction(async (tx) => {
    await revokeSessionRow(tx, memberId, sessionId, 'signed-out', context.now)
    await recordAudit(tx, {
      action: 'auth.signed-out',
      actor: `member:${memberId}`,
      subject: `session:${sessionId}`,
      details: {},
      requestId: context.requestId,
    })
  })
  context.setCookie('bind', null)
  context.setCookie('XSRF-TOKEN', null)
  return done(null, 'done.sign-out')
}
