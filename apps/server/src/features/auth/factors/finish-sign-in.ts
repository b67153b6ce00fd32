import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { countChallengeTry, lockChallenge, markChallengeUsed } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { lockedRefusal } from '../passwords/confirm-password.ts'
import { claimTry } from '../passwords/tries.ts'
import { logSignIn } from '../sessions/log-sign-in.ts'
import { openSession, type OpenedSession } from '../sessions/open-session.ts'
import { refuseIfBlocked } from '../sessions/refuse-if-blocked.ts'
import { takeAuthenticatorCode } from './take-authenticator-code.ts'
import { takeRecoveryCode } from './recovery-codes.ts'

export interface SecondFactor {
  readonly challengeId: string
  readonly method: 'authenticator' | 'recovery-code'
  readonly code: string
}

type Finished = { step: 'signed-in'; session: OpenedSession['session'] }

/**
 * Refuses with auth.challenge-expired, auth.locked, auth.wrong-code, or, after the right code, a restriction. Six
 * digits can be guessed, so tries are counted per device. Recovery codes cannot be guessed, so a stranger's guesses
 * never lock them.
 */
export async function finishSignIn(
  deps: AuthDeps,
  { challengeId, method, code }: SecondFactor,
  context: RequestContext,
): Promise<Outcome<Finished>> {
  const { db, secrets } = deps
  const { now } = context
  const seen = await db.transaction((tx) => lockChallenge(tx, challengeId))
  if (!isOpen(seen, 'second-factor', now)) return refuse('auth.challenge-expired')
  const memberId = seen.memberId!

  if (method === 'authenticator') {
    const claim = await claimTry(db, { account: seen.account, kind: 'code', deviceId: seen.deviceId }, now)
    if (!claim.allowed) {
      if (claim.isFirst) await logSignIn(db, memberId, 'locked', context)
      return lockedRefusal(claim, now)
    }
  }

  const answer = await db.transaction(async (tx): Promise<Outcome<OpenedSession>> => {
    const challenge = await lockChallenge(tx, challengeId)
    if (!isOpen(challenge, 'second-factor', now)) return refuse('auth.challenge-expired')
    const isRight =
      method === 'authenticator'
        ? await takeAuthenticatorCode(tx, secrets, memberId, code, now)
        : await takeRecoveryCode(tx, memberId, code, now)
    if (!isRight) {
      await countChallengeTry(tx, challengeId)
      await logSignIn(tx, memberId, 'wrong-code', context)
      return refuse('auth.wrong-code', { field: 'code' })
    }
    await markChallengeUsed(tx, challengeId, now)
    const proof = {
      memberId,
      account: challenge.account,
      settles: ['password', 'code'],
      triedOn: challenge.deviceId,
    } as const
    const blocked = await refuseIfBlocked(tx, secrets, proof, context)
    if (blocked) return blocked
    const { agreementVersion } = challenge.facts
    return done(await openSession(tx, secrets, { ...proof, agreementVersion, way: method }, context))
  })
  if (!answer.ok) return answer
  answer.data.sendCookies()
  return done({ step: 'signed-in', session: answer.data.session }, 'done.login')
}
