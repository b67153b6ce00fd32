import { randomUUID } from 'node:crypto'
import type { OperatorFactor } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import type { RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { countPasskeys } from '../passkeys/store.ts'
import { lives } from './lives.ts'
import { countRecoveryCodes, insertChallenge, readByLogin } from './store.ts'
import { deviceOf, refuseIfLocked } from './tries.ts'

export interface FirstStep {
  readonly challengeId: string
  readonly methods: OperatorFactor[]
  readonly expiresAt: string
}

/**
 * Refuses with operator.locked and operator.wrong-credentials. A login that does not exist, has not enrolled or has
 * left is counted and hashed like a valid one, so that neither the answer nor its duration reveals the difference.
 */
export async function signIn(
  { db, hasher }: OperatorsDeps,
  { login, password }: { readonly login: string; readonly password: string },
  context: RequestContext,
): Promise<ConsoleOutcome<FirstStep>> {
  const { now, requestId } = context
  const operator = await readByLogin(db, login)
  const deviceId = await deviceOf(db, context.deviceCookie)
  const locked = await refuseIfLocked(db, { login, kind: 'password', deviceId }, now)
  if (locked) return locked
  const stored =
    operator && operator.passwordHash !== null && operator.pepperKey !== null
      ? { passwordHash: operator.passwordHash, pepperKey: operator.pepperKey }
      : undefined
  const isRight = await hasher.check(stored, password)
  if (isRight === undefined) return refuse('system.busy')
  const hasLeft = operator !== undefined && operator.leftAt !== null && operator.leftAt <= now
  if (!isRight || operator === undefined || hasLeft) {
    if (operator !== undefined) {
      await recordAudit(db, {
        action: 'operators.sign-in-refused',
        actor: 'anonymous',
        subject: `operator:${operator.operatorId}`,
        details: { step: 'first', hasLeft },
        requestId,
      })
    }
    return refuse('operator.wrong-credentials')
  }
  const challengeId = randomUUID()
  const expiresAt = new Date(now.getTime() + lives.challengeMs)
  const { operatorId } = operator
  await insertChallenge(db, {
    challengeId,
    kind: 'second-factor',
    operatorId,
    deviceId,
    facts: {},
    now,
    expiresAt,
  })
  const methods: OperatorFactor[] = ['authenticator']
  if ((await countPasskeys(db, operatorId)) > 0) methods.push('passkey')
  if ((await countRecoveryCodes(db, operatorId)) > 0) methods.push('recovery-code')
  return done({ challengeId, methods, expiresAt: expiresAt.toISOString() })
}
