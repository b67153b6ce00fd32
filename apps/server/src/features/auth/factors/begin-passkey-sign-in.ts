import { lives } from '@fairlot/rules/auth'
import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { beginChallenge } from '../challenges/begin-challenge.ts'
import { isOpen } from '../challenges/is-open.ts'
import { lockChallenge } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { unknownDevice } from '../passwords/tries.ts'
import { loginOptions, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import { readPasskeys } from './store.ts'

/** Refuses with auth.challenge-expired when the second-factor step it serves is over. */
export function beginPasskeySignIn(
  { db, relyingParty }: AuthDeps,
  serves: string | undefined,
  { now }: RequestContext,
): Promise<Outcome<{ ceremonyId: string; options: WebauthnJson }>> {
  return db.transaction(async (tx): Promise<Outcome<{ ceremonyId: string; options: WebauthnJson }>> => {
    const step = serves === undefined ? undefined : await lockChallenge(tx, serves)
    if (serves !== undefined && !isOpen(step, 'second-factor', now)) return refuse('auth.challenge-expired')
    const passkeys = step?.memberId ? await readPasskeys(tx, step.memberId) : []
    const { webauthn, options } = await loginOptions(relyingParty, passkeys)
    const { challengeId } = await beginChallenge(tx, {
      kind: 'passkey-sign-in',
      memberId: step?.memberId ?? null,
      account: step?.account ?? '',
      deviceId: step?.deviceId ?? unknownDevice,
      facts: { webauthn, ...(serves === undefined ? {} : { serves }) },
      lifeMs: lives.passkeyMs,
      now,
    })
    return done({ ceremonyId: challengeId, options })
  })
}
