import type { OperatorFactor } from '@fairlot/contract/operators'
import { recordAudit } from '#features/audit'
import { hashRecoveryCode } from '#platform/credentials/recovery-code'
import { stepOf } from '#platform/credentials/authenticator-code'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import type { OperatorsDeps } from '../deps.ts'
import { readRoles } from '../people/store.ts'
import { challengeTries, seedPlace } from './lives.ts'
import { openSession } from './open-session.ts'
import {
  type Challenge,
  countChallengeTry,
  lockAuthenticator,
  lockChallenge,
  markChallengeUsed,
  readById,
  spendRecoveryCode,
  updateLastStep,
} from './store.ts'
import { refuseIfLocked, settleTry } from './tries.ts'
import { type Me, whoAmI } from './who-am-i.ts'

export interface SecondFactor {
  readonly challengeId: string
  readonly method: Exclude<OperatorFactor, 'passkey'>
  readonly code: string
}

export const isOpen = (
  challenge: Challenge | undefined,
  kind: Challenge['kind'],
  now: Date,
): challenge is Challenge =>
  challenge !== undefined &&
  challenge.kind === kind &&
  challenge.usedAt === null &&
  challenge.expiresAt > now &&
  challenge.tries < challengeTries

/** Refuses with operator.challenge-expired, operator.locked, operator.wrong-code. The session is new from here on. */
export async function finishSignIn(
  { db, secrets }: OperatorsDeps,
  { challengeId, method, code }: SecondFactor,
  context: RequestContext,
): Promise<ConsoleOutcome<Me>> {
  const { now, requestId } = context
  const seen = await db.transaction((tx) => lockChallenge(tx, challengeId))
  if (!isOpen(seen, 'second-factor', now)) return refuse('operator.challenge-expired')
  const operator = await readById(db, seen.operatorId)
  if (!operator || (operator.leftAt !== null && operator.leftAt <= now)) {
    return refuse('operator.challenge-expired')
  }
  const { operatorId, login, name } = operator
  const tried = { login, kind: 'code', deviceId: seen.deviceId } as const
  if (method === 'authenticator') {
    const locked = await refuseIfLocked(db, tried, now)
    if (locked) return locked
  }
  const answer = await db.transaction(async (tx) => {
    const challenge = await lockChallenge(tx, challengeId)
    if (!isOpen(challenge, 'second-factor', now)) return refuse('operator.challenge-expired')
    const isRight =
      method === 'authenticator'
        ? await takeCode(tx, secrets, operatorId, code, now)
        : await spendRecoveryCode(tx, operatorId, hashRecoveryCode(code), now)
    if (!isRight) {
      await countChallengeTry(tx, challengeId)
      await recordAudit(tx, {
        action: 'operators.sign-in-refused',
        actor: 'anonymous',
        subject: `operator:${operatorId}`,
        details: { step: 'second', method },
        requestId,
      })
      return refuse('operator.wrong-code', { field: 'code' })
    }
    await markChallengeUsed(tx, challengeId, now)
    await settleTry(tx, { ...tried, kind: 'password' }, now)
    if (method === 'authenticator') await settleTry(tx, tried, now)
    const opened = await openSession(tx, secrets, { operatorId, way: method }, context)
    const roles = await readRoles(tx, operatorId)
    const me = await whoAmI(tx, { operatorId, login, name, roles, expiresAt: opened.expiresAt }, now)
    return done({ me, opened })
  })
  if (!answer.ok) return answer
  answer.data.opened.sendCookies()
  return done(answer.data.me)
}

/** Each step is accepted once: a repeated code is wrong. */
async function takeCode(
  tx: Tx,
  secrets: Secrets,
  operatorId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const authenticator = await lockAuthenticator(tx, operatorId)
  if (!authenticator) return false
  const step = stepOf(secrets.open(seedPlace(operatorId), authenticator.sealedSeed).toString(), code, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await updateLastStep(tx, operatorId, step)
  return true
}
