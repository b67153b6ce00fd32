import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { countChallengeTry, lockOnlyChallenge, markChallengeUsed } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { seedPlace } from './take-authenticator-code.ts'
import { stepOf } from '#platform/credentials/authenticator-code'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { insertAuthenticator } from './store.ts'

/** Refuses with auth.challenge-expired (also after five wrong codes), auth.wrong-code, auth.second-factor-exists. */
export function confirmAuthenticator(
  { db, secrets }: AuthDeps,
  code: string,
  { caller, now, requestId }: SignedIn,
): Promise<Outcome<{ recoveryCodes: string[] }>> {
  const { memberId } = caller
  return db.transaction(async (tx) => {
    const challenge = await lockOnlyChallenge(tx, memberId, 'authenticator-enrolment')
    if (!isOpen(challenge, 'authenticator-enrolment', now) || !challenge.facts.sealedSeed) {
      return refuse('auth.challenge-expired')
    }
    const { challengeId } = challenge
    const { sealedSeed } = challenge.facts
    const step = stepOf(secrets.open(seedPlace(memberId), sealedSeed).toString(), code, now)
    if (step === undefined) {
      await countChallengeTry(tx, challengeId)
      return refuse('auth.wrong-code', { field: 'code' })
    }
    if (!(await insertAuthenticator(tx, memberId, sealedSeed, step, now))) {
      return refuse('auth.second-factor-exists')
    }
    await markChallengeUsed(tx, challengeId, now)
    const recoveryCodes = await makeRecoveryCodes(tx, memberId, now)
    await recordAudit(tx, {
      action: 'auth.authenticator-added',
      actor: `member:${memberId}`,
      subject: `member:${memberId}`,
      details: { recoveryCodesLeft: recoveryCodes.length },
      requestId,
    })
    await sendNotice(tx, { memberId, code: 'security.two-step-on', at: now })
    return done({ recoveryCodes }, 'done.second-factor-on')
  })
}
