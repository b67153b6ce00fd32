import { isSessionAlive } from '@fairlot/rules/auth'
import { hourMs } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { sameBytes } from '#platform/secrets'
import type { GateContext, SessionGate } from '#platform/session-gate'
import { logSignIn } from './log-sign-in.ts'
import { keepRecentSessions } from './recent-sessions.ts'
import { hashSecret, isToken } from '#platform/credentials/secret-value'
import { noteTheft, readByTokenHash } from './store.ts'

/** Last use is written at most this often: a write for every read would double the work. */
const touchEveryMs = 30_000
const theftNoteEveryMs = hourMs

/**
 * Reads PostgreSQL on every request, so that a revoked session is refused at once. Where the route allows it, a cached
 * session is used instead, as long as recent-sessions.ts considers it fresh.
 */
export function openSessionGate(db: Db): SessionGate {
  const recent = keepRecentSessions(db)

  const reportTheft = (
    sessionId: string,
    memberId: string,
    action: 'auth.stolen-token-refused' | 'auth.account-mismatch-refused',
    context: GateContext,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const { now, requestId } = context
      const isFirst = await noteTheft(tx, sessionId, now, new Date(now.getTime() - theftNoteEveryMs))
      if (!isFirst) return
      await logSignIn(tx, memberId, 'stolen-token', context)
      await recordAudit(tx, {
        action,
        actor: 'anonymous',
        subject: `session:${sessionId}`,
        details: { memberId },
        requestId,
      })
    })

  return {
    async authenticate({ token, bind }, context, mayBeRecent = false) {
      if (!isToken(token)) return { ok: false, msg: 'session.expired' }
      const row = mayBeRecent
        ? await recent.read(hashSecret(token), context.now)
        : await readByTokenHash(db, hashSecret(token))
      const session = row && recent.withUse(row)
      if (!session || !isSessionAlive(session, context.now)) return { ok: false, msg: 'session.expired' }
      // A token without its cookie was copied out of the browser. The session is not ended: a thief with half of the
      // credentials must not be able to sign the owner out.
      if (!sameBytes(hashSecret(bind), session.bindHash)) {
        await reportTheft(session.sessionId, session.memberId, 'auth.stolen-token-refused', context)
        return { ok: false, msg: 'session.expired' }
      }
      // Not waited for: reading must go on while no commit is answered.
      if (context.now.getTime() - session.lastSeenAt.getTime() >= touchEveryMs)
        recent.touch(session.sessionId, context.now)
      const { memberId, account, sessionId } = session
      return { ok: true, caller: { memberId, account, sessionId }, bars: session.bars }
    },

    reportAccountMismatch: (caller, context) =>
      reportTheft(caller.sessionId, caller.memberId, 'auth.account-mismatch-refused', context),
  }
}
