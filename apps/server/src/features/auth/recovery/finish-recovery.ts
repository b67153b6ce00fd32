import { checkMatch, checkPassword, lives } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import type { RequestContext } from '#platform/handler'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { countChallengeTry, lockChallenge, markChallengeUsed, type Challenge } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { takeAuthenticatorCode } from '../factors/take-authenticator-code.ts'
import { takePasskey } from '../factors/take-passkey.ts'
import type { WebauthnJson } from '#platform/credentials/passkey-ceremony'
import { hashRecoveryCode } from '#platform/credentials/recovery-code'
import { takeRecoveryCode } from '../factors/recovery-codes.ts'
import {
  deleteAuthenticator,
  deletePasskeys,
  removeDeviceKeysBut,
  replaceRecoveryCodes,
} from '../factors/store.ts'
import { isCommonPassword } from '#platform/credentials/common-passwords'
import { startCoolDown, updateCredential } from '../passwords/store.ts'
import { claimTry, settleTry, unknownDevice } from '../passwords/tries.ts'
import { logSignIn } from '../sessions/log-sign-in.ts'
import { forgetDevicesBut, revokeAllBut } from '../sessions/store.ts'
import { usePlea } from './store.ts'

export type RecoveryProof =
  | { readonly way: 'authenticator'; readonly code: string }
  | { readonly way: 'recovery-code'; readonly code: string }
  | { readonly way: 'passkey'; readonly ceremonyId: string; readonly response: WebauthnJson }
  | { readonly way: 'review'; readonly code: string }

export interface Recovery {
  readonly recoveryId: string
  readonly newPassword: string
  readonly confirmPassword: string
  readonly proof: RecoveryProof
}

/**
 * Refuses with what is wrong in the form, auth.challenge-expired, and auth.recovery-refused for everything else: a
 * wrong proof, a lock, an account without that factor, an account that does not exist. On success every session and
 * known device is removed, and withdrawals are blocked for a day.
 */
export async function finishRecovery(
  deps: AuthDeps,
  { recoveryId, newPassword, confirmPassword, proof }: Recovery,
  context: RequestContext,
): Promise<Outcome<null>> {
  const { db, hasher } = deps
  const { now } = context
  const seen = await db.transaction((tx) => lockChallenge(tx, recoveryId))
  if (!isOpen(seen, 'recovery', now)) return refuse('auth.challenge-expired')
  const weak = checkPassword(newPassword, seen.account, isCommonPassword)
  if (weak) return refuse(weak, { field: 'newPassword' })
  const repeated = checkMatch(newPassword, confirmPassword)
  if (repeated) return refuse(repeated, { field: 'confirmPassword' })

  if (proof.way === 'authenticator') {
    const claim = await claimTry(
      db,
      { account: seen.account, kind: 'recovery', deviceId: seen.deviceId },
      now,
    )
    if (!claim.allowed) return refuse('auth.recovery-refused')
  }

  // Hashes before the transaction, which must not hold a connection meanwhile, and for every proof alike: the duration
  // must not reveal whether the proof was wrong or the account unknown.
  const stored = await hasher.make(newPassword)
  if (!stored) return refuse('system.busy')

  return db.transaction(async (tx): Promise<Outcome<null>> => {
    const challenge = await lockChallenge(tx, recoveryId)
    if (!isOpen(challenge, 'recovery', now)) return refuse('auth.challenge-expired')
    const { memberId, account } = challenge
    if (memberId === null || !(await isProved(tx, deps, challenge, memberId, proof, now))) {
      await countChallengeTry(tx, recoveryId)
      await logSignIn(tx, memberId ?? undefined, 'wrong-code', context)
      return refuse('auth.recovery-refused')
    }
    await markChallengeUsed(tx, recoveryId, now)
    await updateCredential(tx, memberId, stored, now)
    const coolDownUntil = new Date(now.getTime() + lives.withdrawalCoolDownMs)
    await startCoolDown(tx, memberId, coolDownUntil)
    const ended = await revokeAllBut(tx, memberId, null, 'recovered', now)
    await forgetDevicesBut(tx, memberId, null)
    await removeDeviceKeysBut(tx, memberId, null, now)
    if (proof.way === 'review') await forgetFactors(tx, memberId, now)
    await settleTry(tx, { account, kind: 'recovery', deviceId: challenge.deviceId }, now)
    await settleTry(tx, { account, kind: 'password', deviceId: unknownDevice }, now)
    await recordAudit(tx, {
      action: 'auth.password-recovered',
      actor: `member:${memberId}`,
      subject: `member:${memberId}`,
      details: { way: proof.way, sessionsEnded: ended },
      requestId: context.requestId,
    })
    await sendNotice(tx, {
      memberId,
      code: 'security.password-recovered',
      params: { until: coolDownUntil.toISOString() },
      at: now,
    })
    return done(null, 'done.password-recovered')
  })
}

/**
 * A member who recovers through operators has lost these factors. A person who still has them is not the member the
 * operators verified.
 */
async function forgetFactors(tx: Tx, memberId: string, now: Date): Promise<void> {
  await deleteAuthenticator(tx, memberId)
  await deletePasskeys(tx, memberId)
  await replaceRecoveryCodes(tx, memberId, [], now)
}

async function isProved(
  tx: Tx,
  { secrets, relyingParty }: AuthDeps,
  { facts }: Challenge,
  memberId: string,
  proof: RecoveryProof,
  now: Date,
): Promise<boolean> {
  switch (proof.way) {
    case 'authenticator':
      return takeAuthenticatorCode(tx, secrets, memberId, proof.code, now)
    case 'recovery-code':
      return takeRecoveryCode(tx, memberId, proof.code, now)
    case 'review': {
      const since = new Date(now.getTime() - lives.passedReviewMs)
      return usePlea(tx, memberId, hashRecoveryCode(proof.code), since, now)
    }
    case 'passkey': {
      if (proof.ceremonyId !== facts.ceremonyId) return false
      const expected = { webauthn: facts.webauthn ?? '', expectedMember: memberId }
      return (await takePasskey(tx, relyingParty, expected, proof.response, now)) !== undefined
    }
  }
}
