// The first sign-in: the one-time code, a chosen password, the authenticator. Nothing takes effect before the
// authenticator's first code: there is no operator without a second factor.

import { randomUUID } from 'node:crypto'
import { recordAudit } from '#features/audit'
import { enrolmentUri, newSeed, stepOf } from '#platform/credentials/authenticator-code'
import { hashRecoveryCode, newRecoveryCode } from '#platform/credentials/recovery-code'
import { isCommonPassword } from '#platform/credentials/common-passwords'
import type { RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { hashHalves } from '../people/halves.ts'
import { readRoles } from '../people/store.ts'
import { isOpen } from './finish-sign-in.ts'
import { lives, seedPlace } from './lives.ts'
import { openSession } from './open-session.ts'
import {
  countChallengeTry,
  enrolRow,
  findEnrolment,
  insertAuthenticator,
  insertChallenge,
  insertRecoveryCodes,
  lockChallenge,
  markChallengeUsed,
  readById,
} from './store.ts'
import { deviceOf, refuseIfLocked, settleTry } from './tries.ts'
import { type Me, whoAmI } from './who-am-i.ts'

export interface Enrolment {
  readonly login: string
  readonly enrolmentCode: string
  readonly password: string
  readonly confirmPassword: string
}

const shortest = 12
const recoveryCodes = 10

export function isWeak(password: string, login: string): boolean {
  const plain = password.toLowerCase()
  return (
    [...password].length < shortest ||
    plain.includes(login) ||
    isCommonPassword(plain) ||
    isCommonPassword(plain.replace(/[^a-z]+$/, '')) ||
    new Set(password).size < 6
  )
}

export interface Begun {
  readonly challengeId: string
  readonly secret: string
  readonly uri: string
  readonly expiresAt: string
}

/** Refuses with operator.passwords-differ, operator.password-weak, operator.locked, operator.enrolment-refused. */
export async function beginEnrolment(
  { db, hasher, secrets }: OperatorsDeps,
  { login, enrolmentCode, password, confirmPassword }: Enrolment,
  context: RequestContext,
): Promise<ConsoleOutcome<Begun>> {
  const { now } = context
  if (password !== confirmPassword) return refuse('operator.passwords-differ', { field: 'confirmPassword' })
  if (isWeak(password, login)) return refuse('operator.password-weak', { field: 'password' })
  const deviceId = await deviceOf(db, context.deviceCookie)
  const locked = await refuseIfLocked(db, { login, kind: 'password', deviceId }, now)
  if (locked) return locked
  const hash = hashHalves(enrolmentCode)
  const operatorId = await findEnrolment(db, login, hash, now)
  if (operatorId === null) return refuse('operator.enrolment-refused', { field: 'enrolmentCode' })
  const made = await hasher.make(password)
  if (!made) return refuse('system.busy')
  const seed = newSeed()
  const challengeId = randomUUID()
  const expiresAt = new Date(now.getTime() + 2 * lives.challengeMs)
  await insertChallenge(db, {
    challengeId,
    kind: 'enrolment',
    operatorId,
    deviceId,
    facts: {
      sealedSeed: secrets.seal(seedPlace(operatorId), seed),
      passwordHash: made.passwordHash,
      pepperKey: made.pepperKey,
      enrolmentHash: hash.toString('hex'),
    },
    now,
    expiresAt,
  })
  return done({
    challengeId,
    secret: seed,
    uri: enrolmentUri(seed, login, 'Fairlot console'),
    expiresAt: expiresAt.toISOString(),
  })
}

/** Refuses with operator.challenge-expired, operator.wrong-code, operator.enrolment-refused. */
export async function finishEnrolment(
  { db, secrets }: OperatorsDeps,
  { challengeId, code }: { readonly challengeId: string; readonly code: string },
  context: RequestContext,
): Promise<ConsoleOutcome<{ me: Me; recoveryCodes: string[] }>> {
  const { now, requestId } = context
  const answer = await db.transaction(async (tx) => {
    const challenge = await lockChallenge(tx, challengeId)
    if (!isOpen(challenge, 'enrolment', now)) return refuse('operator.challenge-expired')
    const { operatorId, facts } = challenge
    const step = stepOf(secrets.open(seedPlace(operatorId), facts.sealedSeed!).toString(), code, now)
    if (step === undefined) {
      await countChallengeTry(tx, challengeId)
      return refuse('operator.wrong-code', { field: 'code' })
    }
    const password = { passwordHash: facts.passwordHash!, pepperKey: facts.pepperKey! }
    const isFirst = await enrolRow(tx, operatorId, Buffer.from(facts.enrolmentHash!, 'hex'), password, now)
    if (!isFirst) return refuse('operator.enrolment-refused')
    await markChallengeUsed(tx, challengeId, now)
    await insertAuthenticator(tx, operatorId, facts.sealedSeed!, step, now)
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    await insertRecoveryCodes(tx, operatorId, codes.map(hashRecoveryCode))
    await recordAudit(tx, {
      action: 'operators.enrolled',
      actor: `operator:${operatorId}`,
      subject: `operator:${operatorId}`,
      details: { recoveryCodesLeft: codes.length },
      requestId,
    })
    const opened = await openSession(tx, secrets, { operatorId, way: 'enrolment' }, context)
    const { login, name } = (await readById(tx, operatorId))!
    await settleTry(tx, { login, kind: 'password', deviceId: challenge.deviceId }, now)
    const roles = await readRoles(tx, operatorId)
    const me = await whoAmI(tx, { operatorId, login, name, roles, expiresAt: opened.expiresAt }, now)
    return done({ me, recoveryCodes: codes, opened })
  })
  if (!answer.ok) return answer
  const { opened, ...data } = answer.data
  opened.sendCookies()
  return done(data)
}
