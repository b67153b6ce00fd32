import { recordAudit } from '#features/audit'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { refuseUnlessPassword } from '../passkeys/refuse-unless-password.ts'
import { revokeOtherSessions } from '../sessions/store.ts'
import { isWeak } from './enrol.ts'
import { changePasswordRow, readById } from './store.ts'

interface NewPassword {
  readonly password: string
  readonly newPassword: string
  readonly confirmPassword: string
}

/**
 * Refuses with operator.passwords-differ, operator.password-same, operator.password-weak, operator.locked,
 * operator.wrong-credentials. The operator's other sessions end: one of them may be why it is changed.
 */
export async function changePassword(
  deps: OperatorsDeps,
  { password, newPassword, confirmPassword }: NewPassword,
  context: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<{ ended: number }>> {
  const { db, hasher } = deps
  const { caller, now, requestId } = context
  const { operatorId, sessionId, login } = caller
  if (newPassword !== confirmPassword)
    return refuse('operator.passwords-differ', { field: 'confirmPassword' })
  if (newPassword === password) return refuse('operator.password-same', { field: 'newPassword' })
  if (isWeak(newPassword, login)) return refuse('operator.password-weak', { field: 'newPassword' })
  const before = await readById(db, operatorId)
  const refused = await refuseUnlessPassword(deps, password, context)
  if (refused) return refused
  const made = await hasher.make(newPassword)
  if (!made) return refuse('system.busy')
  return db.transaction(async (tx) => {
    // Changed in the meantime: the password that was checked is no longer the operator's.
    if (!(await changePasswordRow(tx, operatorId, before?.passwordHash ?? '', made, now)))
      return refuse('operator.wrong-credentials', { field: 'password' })
    const ended = await revokeOtherSessions(tx, operatorId, sessionId, now)
    await recordAudit(tx, {
      action: 'operators.password-changed',
      actor: `operator:${operatorId}`,
      subject: `operator:${operatorId}`,
      details: { ended },
      requestId,
    })
    return done({ ended })
  })
}
