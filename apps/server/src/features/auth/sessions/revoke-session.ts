import { recordAudit } from '#features/audit'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { revokeAllBut, revokeSessionRow } from './store.ts'

/**
 * Takes effect with the next request: the gate keeps no copy. Refuses with request.not-found, also for another member's
 * session.
 */
export function revokeSession(
  { db }: AuthDeps,
  sessionId: string,
  context: SignedIn,
): Promise<Outcome<null>> {
  const { memberId } = context.caller
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    if (!(await revokeSessionRow(tx, memberId, sessionId, 'revoked', context.now))) {
      return refuse('request.not-found')
    }
    await recordAudit(tx, {
      action: 'auth.session-revoked',
      actor: `member:${memberId}`,
      subject: `session:${sessionId}`,
      details: {},
      requestId: context.requestId,
    })
    return done(null, 'done.device-signed-out')
  })
}

export function revokeOtherSessions(
  { db }: AuthDeps,
  context: SignedIn,
): Promise<Outcome<{ revoked: number }>> {
  const { memberId, sessionId } = context.caller
  return db.transaction(async (tx) => {
    const revoked = await revokeAllBut(tx, memberId, sessionId, 'revoked', context.now)
    await recordAudit(tx, {
      action: 'auth.other-sessions-revoked',
      actor: `member:${memberId}`,
      subject: `member:${memberId}`,
      details: { revoked },
      requestId: context.requestId,
    })
    return done({ revoked }, 'done.device-signed-out')
  })
}
