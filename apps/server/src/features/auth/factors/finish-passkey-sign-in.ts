import { findMember } from '#features/members'
import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { refuseWithoutAgreement } from '../agreement.ts'
import { isOpen } from '../challenges/is-open.ts'
import { countChallengeTry, lockChallenge, markChallengeUsed } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { findDevice } from '../sessions/find-device.ts'
import { logSignIn } from '../sessions/log-sign-in.ts'
import { openSession, type OpenedSession } from '../sessions/open-session.ts'
import { refuseIfBlocked } from '../sessions/refuse-if-blocked.ts'
import { takePasskey } from './take-passkey.ts'
import type { WebauthnJson } from '#platform/credentials/passkey-ceremony'

export interface PasskeyAnswer {
  readonly ceremonyId: string
  readonly response: WebauthnJson
  readonly agreementVersion: string
}

type Finished = { step: 'signed-in'; session: OpenedSession['session'] }

/**
 * Refuses with the agreement, auth.challenge-expired, auth.passkey-refused, or a restriction. The password lock does
 * not apply: a passkey cannot be guessed, so the owner can sign in while a stranger's guesses keep the password locked.
 */
export async function finishPasskeySignIn(
  deps: AuthDeps,
  { ceremonyId, response, agreementVersion }: PasskeyAnswer,
  context: RequestContext,
): Promise<Outcome<Finished>> {
  const { db, secrets, relyingParty } = deps
  const { now } = context
  const disagreed = await refuseWithoutAgreement(db, deps.site, agreementVersion)
  if (disagreed) return disagreed

  const answer = await db.transaction(async (tx): Promise<Outcome<OpenedSession>> => {
    const ceremony = await lockChallenge(tx, ceremonyId)
    if (!isOpen(ceremony, 'passkey-sign-in', now)) return refuse('auth.challenge-expired')
    const { webauthn, serves } = ceremony.facts
    const step = serves === undefined ? undefined : await lockChallenge(tx, serves)
    if (serves !== undefined && !isOpen(step, 'second-factor', now)) return refuse('auth.challenge-expired')

    const expected = { webauthn: webauthn ?? '', expectedMember: ceremony.memberId }
    const passkey = await takePasskey(tx, relyingParty, expected, response, now)
    if (!passkey) {
      await countChallengeTry(tx, ceremonyId)
      if (step) await countChallengeTry(tx, step.challengeId)
      if (ceremony.memberId) await logSignIn(tx, ceremony.memberId, 'wrong-code', context)
      return refuse('auth.passkey-refused')
    }
    const { memberId } = passkey
    await markChallengeUsed(tx, ceremonyId, now)
    if (step) await markChallengeUsed(tx, step.challengeId, now)
    const member = await findMember(tx, memberId)
    if (!member) throw new Error('the passkey belongs to no member')
    const proof = {
      memberId,
      account: member.account,
      settles: ['password', 'code'],
      triedOn: await findDevice(tx, memberId, context.deviceCookie, now),
    } as const
    const blocked = await refuseIfBlocked(tx, secrets, proof, context)
    if (blocked) return blocked
    return done(await openSession(tx, secrets, { ...proof, agreementVersion, way: 'passkey' }, context))
  })
  if (!answer.ok) return answer
  answer.data.sendCookies()
  return done({ step: 'signed-in', session: answer.data.session }, 'done.login')
}
