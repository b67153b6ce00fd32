import type { RefusalCode } from '@fairlot/contract'
import type { Db } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { lockedRefusal } from './confirm-password.ts'
import type { PasswordHasher } from '#platform/credentials/password-hasher'
import { readFundCredential } from './store.ts'
import { claimTry, returnTry, settleTry, unknownDevice, type TriesKey } from './tries.ts'

export interface FundPasswordGiven {
  readonly memberId: string
  readonly account: string
  readonly fundPassword: string
  readonly now: Date
}

/**
 * For every action that moves money out: undefined when the fund password is right, else password.fund-not-set,
 * password.wrong-fund or auth.fund-password-locked. Counted per account on all devices together: only a signed-in
 * member gets here, and six digits must not be guessable by using many devices.
 */
export async function refuseUnlessFundPassword(
  { db, hasher }: { readonly db: Db; readonly hasher: PasswordHasher },
  given: FundPasswordGiven,
  wrong: { readonly msg: RefusalCode; readonly field: string } = {
    msg: 'password.wrong-fund',
    field: 'fundPassword',
  },
): Promise<Refused | undefined> {
  const stored = await readFundCredential(db, given.memberId)
  if (!stored) return refuse('password.fund-not-set')
  if (given.fundPassword === '') return refuse('input.required', { field: wrong.field })
  const key: TriesKey = { account: given.account, kind: 'fund-password', deviceId: unknownDevice }
  const claim = await claimTry(db, key, given.now)
  if (!claim.allowed) return lockedRefusal(claim, given.now, 'auth.fund-password-locked')
  const isRight = await hasher.check(stored, given.fundPassword)
  if (isRight === undefined) {
    await returnTry(db, key, given.now)
    return refuse('system.busy')
  }
  if (!isRight) return refuse(wrong.msg, { field: wrong.field })
  await db.transaction((tx) => settleTry(tx, key, given.now))
  return undefined
}
