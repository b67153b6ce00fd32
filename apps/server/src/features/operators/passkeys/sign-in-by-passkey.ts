// The second factor by passkey. It follows the password like the authenticator does: a passkey alone is not enough
// here, because an operator who can approve payouts must prove knowledge and possession separately.

import { randomUUID } from 'node:crypto'
import { lives as authLives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { loginOptions, readAssertion, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import type { RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { readRoles } from '../people/store.ts'
import { isOpen } from '../signing-in/finish-sign-in.ts'
import { openSession } from '../signing-in/open-session.ts'
import {
  countChallengeTry,
  insertChallenge,
  lockChallenge,
  markChallengeUsed,
  readById,
} from '../signing-in/store.ts'
import { settleTry } from '../signing-in/tries.ts'
import { type Me, whoAmI } from '../signing-in/who-am-i.ts'
import { lockPasskey, readPasskeys, updateUse } from './store.ts'

/** Refuses with operator.challenge-expired when the password step is over. */
export function beginPasskeySignIn(
  { db, relyingParty }: OperatorsDeps,
  challengeId: string,
  { now }: RequestContext,
): Promise<ConsoleOutcome<{ ceremonyId: string; options: WebauthnJson }>> {
  return db.transaction(async (tx) => {
    const step = await lockChallenge(tx, challengeId)
    if (!isOpen(step, 'second-factor', now)) return refuse('operator.challenge-expired')
    const passkeys = await readPasskeys(tx, step.operatorId)
    const { webauthn, options } = await loginOptions(relyingParty, passkeys)
    const ceremonyId = randomUUID()
    await insertChallenge(tx, {
      challengeId: ceremonyId,
      kind: 'passkey-sign-in',
      operatorId: step.operatorId,
      deviceId: step.deviceId,
      facts: { webauthn, serves: challengeId },
      now,
      expiresAt: new Date(Math.min(step.expiresAt.getTime(), now.getTime() + authLives.passkeyMs)),
    })
    return done({ ceremonyId, options })
  })
}

/** Refuses with operator.challenge-expired, operator.passkey-refused. The session is new from here on. */
export async function finishPasskeySignIn(
  { db, secrets, relyingParty }: OperatorsDeps,
  { ceremonyId, response }: { readonly ceremonyId: string; readonly response: WebauthnJson },
  context: RequestContext,
): Promise<ConsoleOutcome<Me>> {
  const { now, requestId } = context
  const answer = await db.transaction(async (tx) => {
    const ceremony = await lockChallenge(tx, ceremonyId)
    if (!isOpen(ceremony, 'passkey-sign-in', now)) return refuse('operator.challenge-expired')
    const step = await lockChallenge(tx, ceremony.facts['serves'] ?? ceremonyId)
    if (!isOpen(step, 'second-factor', now)) return refuse('operator.challenge-expired')
    const { operatorId } = ceremony
    const operator = await readById(tx, operatorId)
    if (!operator || (operator.leftAt !== null && operator.leftAt <= now)) {
      return refuse('operator.challenge-expired')
    }
    const credentialId = response['id']
    const passkey =
      typeof credentialId === 'string' ? await lockPasskey(tx, operatorId, credentialId) : undefined
    const counter =
      passkey && (await readAssertion(relyingParty, ceremony.facts['webauthn'] ?? '', passkey, response))
    if (passkey === undefined || counter === undefined) {
      await countChallengeTry(tx, ceremonyId)
      await countChallengeTry(tx, step.challengeId)
      await recordAudit(tx, {
        action: 'operators.sign-in-refused',
        actor: 'anonymous',
        subject: `operator:${operatorId}`,
        details: { step: 'second', method: 'passkey' },
        requestId,
      })
      return refuse('operator.passkey-refused')
    }
    await updateUse(tx, passkey.passkeyId, counter, now)
    await markChallengeUsed(tx, ceremonyId, now)
    await markChallengeUsed(tx, step.challengeId, now)
    const { login, name } = operator
    await settleTry(tx, { login, kind: 'password', deviceId: step.deviceId }, now)
    const opened = await openSession(tx, secrets, { operatorId, way: 'passkey' }, context)
    const roles = await readRoles(tx, operatorId)
    const me = await whoAmI(tx, { operatorId, login, name, roles, expiresAt: opened.expiresAt }, now)
    return done({ me, opened })
  })
  if (!answer.ok) return answer
  answer.data.opened.sendCookies()
  return done(answer.data.me)
}
