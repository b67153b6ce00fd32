import { refuse, type Refused } from '#platform/outcome'
import type { Db, Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { lockedRefusal } from '../passwords/confirm-password.ts'
import { claimTry, settleTry, type TriesKey } from '../passwords/tries.ts'
import { takeAuthenticatorCode } from './take-authenticator-code.ts'

export interface CodeGiven {
  readonly memberId: string
  readonly account: string
  readonly deviceId: string
  readonly code: string
  readonly now: Date
}

const keyOf = ({ account, deviceId }: CodeGiven): TriesKey => ({ account, kind: 'code', deviceId })

/** Counts the try before the transaction that uses the code. Undefined when the try is allowed. */
export async function refuseCodeTry(db: Db, given: CodeGiven): Promise<Refused | undefined> {
  const claim = await claimTry(db, keyOf(given), given.now)
  return claim.allowed ? undefined : lockedRefusal(claim, given.now)
}

/** Uses the code in the same transaction as the action it allows, so that a code is never spent without effect. */
export async function refuseUnlessCode(
  tx: Tx,
  secrets: Secrets,
  given: CodeGiven,
): Promise<Refused | undefined> {
  if (!(await takeAuthenticatorCode(tx, secrets, given.memberId, given.code, given.now))) {
    return refuse('auth.wrong-code', { field: 'code' })
  }
  await settleTry(tx, keyOf(given), given.now)
  return undefined
}
