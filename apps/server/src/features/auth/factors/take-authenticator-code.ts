import { stepOf } from '#platform/credentials/authenticator-code'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { lockAuthenticator, updateLastStep } from './store.ts'

export const seedPlace = (memberId: string): string => `app.authenticators|sealed_seed|${memberId}`

/** Accepts a code of the member's authenticator. Each step is accepted once: a repeated code is wrong. */
export async function takeAuthenticatorCode(
  tx: Tx,
  secrets: Secrets,
  memberId: string,
  code: string,
  now: Date,
): Promise<boolean> {
  const authenticator = await lockAuthenticator(tx, memberId)
  if (!authenticator) return false
  const seed = secrets.open(seedPlace(memberId), authenticator.sealedSeed).toString()
  const step = stepOf(seed, code, now)
  if (step === undefined || step <= authenticator.lastStep) return false
  await updateLastStep(tx, memberId, step)
  return true
}
