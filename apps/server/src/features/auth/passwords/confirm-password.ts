import { minutesLeft } from '@fairlot/rules/auth'
import type { RefusalCode } from '@fairlot/contract'
import { refuse, type Refused } from '#platform/outcome'
import type { AuthDeps } from '../deps.ts'
import { readCredential } from './store.ts'
import { claimTry, returnTry, settleTry, type TriesKey } from './tries.ts'

export interface Confirmation {
  readonly memberId: string
  readonly account: string
  readonly deviceId: string
  readonly password: string
  readonly now: Date
}

/**
 * Asks a signed-in member for the login password again. Failures count on the member's own device, so that a thief
 * elsewhere has no influence. Undefined when the password is right.
 */
export async function refuseUnlessPassword(
  { db, hasher }: AuthDeps,
  who: Confirmation,
  wrong: RefusalCode = 'auth.wrong-password',
  field = 'password',
): Promise<Refused | undefined> {
  if (who.password === '') return refuse('input.required', { field })
  const key: TriesKey = { account: who.account, kind: 'password', deviceId: who.deviceId }
  const claim = await claimTry(db, key, who.now)
  if (!claim.allowed) return lockedRefusal(claim, who.now)
  const isRight = await hasher.check(await readCredential(db, who.memberId), who.password)
  if (isRight === undefined) {
    await returnTry(db, key, who.now)
    return refuse('system.busy')
  }
  if (!isRight) return refuse(wrong, { field })
  await db.transaction((tx) => settleTry(tx, key, who.now))
  return undefined
}

export const lockedRefusal = (
  lock: { readonly until: Date; readonly rule: string },
  now: Date,
  msg: 'auth.locked' | 'auth.fund-password-locked' = 'auth.locked',
): Refused => refuse(msg, { params: { minutes: minutesLeft(lock.until, now) }, rule: lock.rule })
