import { afterSuccess, lockRules, minutesLeft, takeTry } from '@fairlot/rules/auth'
import { hashSecret, isRandomSecret } from '#platform/credentials/secret-value'
import type { Db, Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { lockTries, readDevice, type TriesKey, writeTries } from './store.ts'

/** All browsers without an earlier sign-in count as this one device. */
const unknownDevice = '00000000-0000-0000-0000-000000000000'

export const deviceOf = async (tx: Tx, cookie: string): Promise<string> =>
  isRandomSecret(cookie) ? ((await readDevice(tx, hashSecret(cookie))) ?? unknownDevice) : unknownDevice

/** Counts the try as failed before it is made, so that parallel guesses cannot exceed the limit. */
export function refuseIfLocked(
  db: Db,
  key: TriesKey,
  now: Date,
): Promise<Refused<'operator.locked'> | undefined> {
  const rule = key.deviceId === unknownDevice ? lockRules.unknownDevice : lockRules.knownDevice
  return db.transaction(async (tx) => {
    const verdict = takeTry(await lockTries(tx, key, now), rule, now)
    if (!verdict.allowed) {
      return refuse('operator.locked', {
        params: { minutes: minutesLeft(verdict.until, now) },
        rule: rule.id,
      })
    }
    await writeTries(tx, key, verdict.next, now)
    return undefined
  })
}

export async function settleTry(tx: Tx, key: TriesKey, now: Date): Promise<void> {
  await writeTries(tx, key, afterSuccess(await lockTries(tx, key, now)), now)
}
