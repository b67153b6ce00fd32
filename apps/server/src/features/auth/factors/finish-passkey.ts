import { authRules } from '@fairlot/rules/auth'
import { recordAudit } from '#features/audit'
import { newId } from '#platform/ids'
import { done, refuse, type Outcome } from '#platform/outcome'
import { isOpen } from '../challenges/is-open.ts'
import { lockChallenge, markChallengeUsed } from '../challenges/store.ts'
import type { AuthDeps } from '../deps.ts'
import { deviceLabel } from '#platform/credentials/device-label'
import type { SignedIn } from '../signed-in.ts'
import { passkeyLimit } from './begin-passkey.ts'
import { readEnrolment, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import { showPasskey, type ShownPasskey } from './show-passkey.ts'
import { insertPasskey, readPasskeys } from './store.ts'

export interface PasskeyToSave {
  readonly ceremonyId: string
  readonly response: WebauthnJson
  readonly name: string
}

/** Refuses with auth.challenge-expired (also for another member's ceremony), auth.passkey-refused, -limit, -exists. */
export function finishPasskey(
  { db, relyingParty }: AuthDeps,
  { ceremonyId, response, name }: PasskeyToSave,
  { caller, now, userAgent, requestId }: SignedIn,
): Promise<Outcome<ShownPasskey>> {
  const { memberId } = caller
  return db.transaction(async (tx): Promise<Outcome<ShownPasskey>> => {
    const ceremony = await lockChallenge(tx, ceremonyId)
    if (!isOpen(ceremony, 'passkey-enrolment', now) || ceremony.memberId !== memberId) {
      return refuse('auth.challenge-expired')
    }
    await markChallengeUsed(tx, ceremonyId, now)
    const credential = await readEnrolment(relyingParty, ceremony.facts.webauthn ?? '', response)
    if (!credential) return refuse('auth.passkey-refused')
    if ((await readPasskeys(tx, memberId)).length >= authRules.passkeysMax.default) return passkeyLimit()
    const passkey = {
      passkeyId: newId(now.getTime()),
      memberId,
      ...credential,
      name: name.trim() === '' ? deviceLabel(userAgent) : name.trim(),
      addedAt: now,
    }
    if (!(await insertPasskey(tx, passkey))) return refuse('auth.passkey-exists')
    await recordAudit(tx, {
      action: 'auth.passkey-added',
      actor: `member:${memberId}`,
      subject: `passkey:${passkey.passkeyId}`,
      details: { name: passkey.name },
      requestId,
    })
    return done(showPasskey({ ...passkey, lastUsedAt: null }), 'done.passkey-added')
  })
}
