import type { Tx } from '#platform/db'
import { isSignedBy, readDeviceKey } from './device-key.ts'
import { readDeviceKeyById } from './store.ts'

/** Whether this text was signed by a key this member has enrolled and not removed. */
export async function isSignedByDevice(
  tx: Tx,
  memberId: string,
  { deviceKey, signature }: { readonly deviceKey: string; readonly signature: string },
  text: string,
): Promise<boolean> {
  const stored = await readDeviceKeyById(tx, memberId, deviceKey)
  const key = stored && readDeviceKey(stored.toString('base64url'))
  return key !== undefined && isSignedBy(key, text, signature)
}
