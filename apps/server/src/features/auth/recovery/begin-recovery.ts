import { randomUUID } from 'node:crypto'
import { checkAccount, lives } from '@fairlot/rules/auth'
import { findMemberId } from '#features/members'
import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { beginChallenge } from '../challenges/begin-challenge.ts'
import type { AuthDeps } from '../deps.ts'
import { loginOptions, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import { findDevice } from '../sessions/find-device.ts'

interface Begun {
  readonly recoveryId: string
  readonly passkey: { readonly ceremonyId: string; readonly options: WebauthnJson }
  readonly expiresAt: string
}

/**
 * The same steps and answer for every account: an account that does not exist, or has no second factor, gets a recovery
 * that can only fail. The passkey options name no credential, so they reveal nothing either.
 */
export async function beginRecovery(
  { db, relyingParty }: AuthDeps,
  account: string,
  context: RequestContext,
): Promise<Outcome<Begun>> {
  const wrong = checkAccount(account, 0)
  if (wrong) return refuse(wrong, { field: 'account' })
  const memberId = await findMemberId(db, account)
  const deviceId = await findDevice(db, memberId, context.deviceCookie, context.now)
  const ceremonyId = randomUUID()
  const { webauthn, options } = await loginOptions(relyingParty)
  const { challengeId, expiresAt } = await beginChallenge(db, {
    kind: 'recovery',
    memberId: memberId ?? null,
    account,
    deviceId,
    facts: { webauthn, ceremonyId },
    lifeMs: lives.recoveryMs,
    now: context.now,
  })
  return done({ recoveryId: challengeId, passkey: { ceremonyId, options }, expiresAt })
}
