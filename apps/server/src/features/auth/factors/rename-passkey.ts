import { recordAudit } from '#features/audit'
import { done, refuse, type Outcome } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { showPasskey, type ShownPasskey } from './show-passkey.ts'
import { updatePasskeyName } from './store.ts'

/** Refuses with input.required, request.not-found (also for another member's passkey). */
export async function renamePasskey(
  { db }: AuthDeps,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
  { caller, requestId }: SignedIn,
): Promise<Outcome<ShownPasskey>> {
  if (name.trim() === '') return refuse('input.required', { field: 'name' })
  return db.transaction(async (tx): Promise<Outcome<ShownPasskey>> => {
    const passkey = await updatePasskeyName(tx, caller.memberId, passkeyId, name.trim())
    if (!passkey) return refuse('request.not-found')
    await recordAudit(tx, {
      action: 'auth.passkey-renamed',
      actor: `member:${caller.memberId}`,
      subject: `passkey:${passkeyId}`,
      details: { name: passkey.name },
      requestId,
    })
    return done(showPasskey(passkey))
  })
}
