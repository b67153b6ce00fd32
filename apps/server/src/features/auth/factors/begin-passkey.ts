import { authRules, lives } from '@fairlot/rules/auth'
import { done, refuse, type Outcome } from '#platform/outcome'
import { beginChallenge } from '../challenges/begin-challenge.ts'
import type { AuthDeps } from '../deps.ts'
import { refuseUnlessPassword } from '../passwords/confirm-password.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { enrolmentOptions, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import { readPasskeys } from './store.ts'

/** Refuses with auth.passkey-limit, auth.wrong-password, auth.locked. */
export async function beginPasskey(
  deps: AuthDeps,
  password: string,
  context: SignedIn,
): Promise<Outcome<{ ceremonyId: string; options: WebauthnJson }>> {
  const { db, relyingParty } = deps
  const who = await whoIs(db, context)
  const passkeys = await readPasskeys(db, who.memberId)
  if (passkeys.length >= authRules.passkeysMax.default) return passkeyLimit()
  const wrong = await refuseUnlessPassword(deps, { ...who, password })
  if (wrong) return wrong
  const { webauthn, options } = await enrolmentOptions(relyingParty, who.memberId, who.account, passkeys)
  const { challengeId } = await beginChallenge(db, {
    kind: 'passkey-enrolment',
    memberId: who.memberId,
    account: who.account,
    deviceId: who.deviceId,
    facts: { webauthn },
    lifeMs: lives.passkeyMs,
    now: who.now,
  })
  return done({ ceremonyId: challengeId, options })
}

export const passkeyLimit = () =>
  refuse('auth.passkey-limit', {
    params: { max: authRules.passkeysMax.default },
    rule: authRules.passkeysMax.id,
  })
