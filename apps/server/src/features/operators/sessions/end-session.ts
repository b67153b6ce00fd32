import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { deleteSubscription } from '../pushing/store.ts'
import { revokeOwnSession } from './store.ts'

/**
 * Refuses with request.not-found, also for another operator's session and for this one, which ends by signing out. Push
 * to the other browser ends too: the operator no longer trusts it.
 */
export async function endSession(
  db: Db,
  sessionId: string,
  { caller, now, requestId }: ByOperator,
): Promise<ConsoleOutcome<null>> {
  if (sessionId === caller.sessionId) return refuse('request.not-found')
  return db.transaction(async (tx) => {
    const deviceId = await revokeOwnSession(tx, caller.operatorId, sessionId, now)
    if (deviceId === undefined) return refuse('request.not-found')
    if (deviceId !== caller.deviceId) await deleteSubscription(tx, deviceId)
    await recordAudit(tx, {
      action: 'operators.session-ended',
      actor: `operator:${caller.operatorId}`,
      subject: `session:${sessionId}`,
      details: { deviceId },
      requestId,
    })
    return done(null)
  })
}
