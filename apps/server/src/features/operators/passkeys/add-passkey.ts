// A passkey is an addition to the authenticator, never a replacement: an operator who loses the device can still sign
// in.

import { randomUUID } from 'node:crypto'
import { lives as authLives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { deviceLabel } from '#platform/credentials/device-label'
import { enrolmentOptions, readEnrolment, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { isOpen } from '../signing-in/finish-sign-in.ts'
import { insertChallenge, lockChallenge, markChallengeUsed } from '../signing-in/store.ts'
import { refuseUnlessPassword } from './refuse-unless-password.ts'
import { insertPasskey, type PasskeyRow, readPasskeys } from './store.ts'

type SignedIn = RequestContext & { readonly caller: OperatorCaller }

const max = 5
const tooMany = () => refuse('operator.passkey-limit', { params: { max } })

/** Refuses with operator.passkey-limit, operator.locked, operator.wrong-credentials. */
export async function beginPasskey(
  deps: OperatorsDeps,
  password: string,
  context: SignedIn,
): Promise<ConsoleOutcome<{ ceremonyId: string; options: WebauthnJson }>> {
  const { db, relyingParty } = deps
  const { caller, now } = context
  const { operatorId, deviceId, login } = caller
  const passkeys = await readPasskeys(db, operatorId)
  if (passkeys.length >= max) return tooMany()
  const wrong = await refuseUnlessPassword(deps, password, context)
  if (wrong) return wrong
  const { webauthn, options } = await enrolmentOptions(relyingParty, operatorId, login, passkeys)
  const ceremonyId = randomUUID()
  await insertChallenge(db, {
    challengeId: ceremonyId,
    kind: 'passkey-enrolment',
    operatorId,
    deviceId,
    facts: { webauthn },
    now,
    expiresAt: new Date(now.getTime() + authLives.passkeyMs),
  })
  return done({ ceremonyId, options })
}

export interface PasskeyToKeep {
  readonly ceremonyId: string
  readonly response: WebauthnJson
  readonly name: string
}

/** Refuses with operator.challenge-expired (also for another operator's ceremony), operator.passkey-refused, -limit. */
export function finishPasskey(
  { db, relyingParty }: OperatorsDeps,
  { ceremonyId, response, name }: PasskeyToKeep,
  { caller, now, userAgent, requestId }: SignedIn,
): Promise<ConsoleOutcome<ReturnType<typeof showPasskey>>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const ceremony = await lockChallenge(tx, ceremonyId)
    if (!isOpen(ceremony, 'passkey-enrolment', now) || ceremony.operatorId !== operatorId) {
      return refuse('operator.challenge-expired')
    }
    await markChallengeUsed(tx, ceremonyId, now)
    const credential = await readEnrolment(relyingParty, ceremony.facts['webauthn'] ?? '', response)
    if (!credential) return refuse('operator.passkey-refused')
    if ((await readPasskeys(tx, operatorId)).length >= max) return tooMany()
    const passkey = {
      passkeyId: newId(now.getTime()),
      operatorId,
      ...credential,
      name: (name.trim() || deviceLabel(userAgent)).slice(0, 40),
      addedAt: now,
    }
    if (!(await insertPasskey(tx, passkey))) return refuse('operator.passkey-refused')
    await recordAudit(tx, {
      action: 'operators.passkey-added',
      actor: `operator:${operatorId}`,
      subject: `operator:${operatorId}`,
      details: { passkeyId: passkey.passkeyId, name: passkey.name },
      requestId,
    })
    return done(showPasskey({ ...passkey, lastUsedAt: null }))
  })
}

export const showPasskey = ({ passkeyId, name, addedAt, lastUsedAt }: PasskeyRow) => ({
  passkeyId,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
