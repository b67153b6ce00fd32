import type { OperatorCaller, RequestContext } from '#platform/handler'
import { refuse, type Refused } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { readById } from '../signing-in/store.ts'
import { refuseIfLocked, settleTry } from '../signing-in/tries.ts'

/**
 * An unattended open session must not be enough to change sign-in factors. Tries count together with the other tries of
 * the password, because the same secret is guessed.
 */
export async function refuseUnlessPassword(
  { db, hasher }: Pick<OperatorsDeps, 'db' | 'hasher'>,
  password: string,
  { caller, now }: RequestContext & { readonly caller: OperatorCaller },
): Promise<Refused<'operator.locked' | 'operator.wrong-credentials' | 'system.busy'> | undefined> {
  const tried = { login: caller.login, kind: 'password', deviceId: caller.deviceId } as const
  const locked = await refuseIfLocked(db, tried, now)
  if (locked) return locked
  const operator = await readById(db, caller.operatorId)
  const isRight = await hasher.check(
    operator && operator.passwordHash !== null && operator.pepperKey !== null
      ? { passwordHash: operator.passwordHash, pepperKey: operator.pepperKey }
      : undefined,
    password,
  )
  if (isRight === undefined) return refuse('system.busy')
  if (!isRight) return refuse('operator.wrong-credentials', { field: 'password' })
  await db.transaction((tx) => settleTry(tx, tried, now))
  return undefined
}
