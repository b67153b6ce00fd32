import type { Tx } from '#platform/db'
import { unknownDevice } from '../passwords/tries.ts'
import { hashSecret } from '#platform/credentials/secret-value'
import { readKnownDevice } from './store.ts'

/** The id of the browser if this member has signed in from it, else the shared id of all unknown browsers. */
export async function findDevice(
  tx: Tx,
  memberId: string | undefined,
  deviceCookie: string,
  now: Date,
): Promise<string> {
  // Also read for accounts that do not exist, so that both take the same time.
  const device = await readKnownDevice(tx, memberId ?? unknownDevice, hashSecret(deviceCookie), now)
  return device?.deviceId ?? unknownDevice
}
