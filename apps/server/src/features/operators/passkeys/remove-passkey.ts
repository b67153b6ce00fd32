import { recordAudit } from '#features/audit'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { refuseUnlessPassword } from './refuse-unless-password.ts'
import { deletePasskey, hasPasskey } from './store.ts'

/**
 * Refuses with request.not-found (also for another operator's passkey), operator.locked, operator.wrong-credentials.
 */
export async function removePasskey(
  deps: OperatorsDeps,
  { passkeyId, password }: { readonly passkeyId: string; readonly password: string },
  context: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<null>> {
  const { operatorId } = context.caller
  if (!(await hasPasskey(deps.db, operatorId, passkeyId))) return refuse('request.not-found')
  const wrong = await refuseUnlessPassword(deps, password, context)
  if (wrong) return wrong
  return deps.db.transaction(async (tx) => {
    if (!(await deletePasskey(tx, operatorId, passkeyId))) return refuse('request.not-found')
    await recordAudit(tx, {
      action: 'operators.passkey-removed',
      actor: `operator:${operatorId}`,
      subject: `operator:${operatorId}`,
      details: { passkeyId },
      requestId: context.requestId,
    })
    return done(null)
  })
}
