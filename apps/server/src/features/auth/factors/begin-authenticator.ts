import { lives } from '@fairlot/rules/auth'
import { done, refuse, type Outcome } from '#platform/outcome'
import { beginChallenge } from '../challenges/begin-challenge.ts'
import { closeChallenges } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { refuseUnlessPassword } from '../passwords/confirm-password.ts'
import { whoIs, type SignedIn } from '../signed-in.ts'
import { enrolmentUri, newSeed } from '#platform/credentials/authenticator-code'
import { seedPlace } from './take-authenticator-code.ts'
import { hasAuthenticator } from './store.ts'

/** Refuses with auth.second-factor-exists, auth.wrong-password, auth.locked. Takes effect only after confirmation. */
export async function beginAuthenticator(
  deps: AuthDeps,
  password: string,
  context: SignedIn,
): Promise<Outcome<{ secret: string; uri: string }>> {
  const { db, secrets, relyingParty } = deps
  const who = await whoIs(db, context)
  if (await hasAuthenticator(db, who.memberId)) return refuse('auth.second-factor-exists')
  const wrong = await refuseUnlessPassword(deps, { ...who, password })
  if (wrong) return wrong
  const secret = newSeed()
  await db.transaction(async (tx) => {
    await closeChallenges(tx, who.memberId, 'authenticator-enrolment', who.now)
    await beginChallenge(tx, {
      kind: 'authenticator-enrolment',
      memberId: who.memberId,
      account: who.account,
      deviceId: who.deviceId,
      facts: { sealedSeed: secrets.seal(seedPlace(who.memberId), secret) },
      lifeMs: lives.enrolmentMs,
      now: who.now,
    })
  })
  return done({ secret, uri: enrolmentUri(secret, who.account, relyingParty.name) })
}
