import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { done } from '#platform/outcome'
import { revokeSession } from './store.ts'

export async function signOut(db: Db, context: RequestContext & { readonly caller: OperatorCaller }) {
  const { caller, now, requestId } = context
  await db.transaction(async (tx) => {
    await revokeSession(tx, caller.sessionId, now)
    await recordAudit(tx, {
      action: 'operators.signed-out',
      actor: `operator:${caller.operatorId}`,
      subject: `session:${caller.sessionId}`,
      details: {},
      requestId,
    })
  })
  context.setCookie('bind', null)
  context.setCookie('XSRF-TOKEN', null)
  return done(null)
}
