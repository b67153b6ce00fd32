import { type Party, readAssertion, type WebauthnJson } from '#platform/credentials/passkey-ceremony'
import type { Tx } from '#platform/db'
import { lockPasskey, updatePasskeyUse, type PasskeyRow } from './store.ts'

/**
 * Records the use of the passkey that answered; undefined when it is unknown, another member's, or its answer is wrong.
 */
export async function takePasskey(
  tx: Tx,
  party: Party,
  ceremony: { readonly webauthn: string; readonly expectedMember: string | null },
  response: WebauthnJson,
  now: Date,
): Promise<PasskeyRow | undefined> {
  if (typeof response['id'] !== 'string') return undefined
  const passkey = await lockPasskey(tx, response['id'])
  if (!passkey) return undefined
  if (ceremony.expectedMember !== null && ceremony.expectedMember !== passkey.memberId) return undefined
  const counter = await readAssertion(party, ceremony.webauthn, passkey, response)
  if (counter === undefined) return undefined
  await updatePasskeyUse(tx, passkey.passkeyId, counter, now)
  return passkey
}
