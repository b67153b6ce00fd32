import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { done } from '#platform/outcome'
import { deleteSubscription } from '../pushing/store.ts'
import { revokeSession } from './store.ts'

/**
 * Push to this browser ends with the sign-out of a person. It stays when the page signs out an idle operator: an urgent
 * review must reach operators who are not at the console.
 */
export async function signOut(
  db: Db,
  { isIdle = false }: { readonly isIdle?: boolean | undefined },
  context: RequestContext & { readonly caller: OperatorCaller },
) {
  const { caller, now, requestId } = context
  await db.transaction(async (tx) => {
    await revokeSession(tx, caller.sessionId, now)
    if (!isIdle) await deleteSubscription(tx, caller.deviceId)
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
