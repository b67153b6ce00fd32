import type { Tx } from '#platform/db'
import type { Caller, RequestContext } from '#platform/handler'
import { readDeviceOfSession } from './sessions/store.ts'

/** A signed-in call as the use cases of this feature take it. */
export type SignedIn = RequestContext & { readonly caller: Caller }

/** The member and the device of the request. */
export async function whoIs(tx: Tx, { caller, now }: SignedIn) {
  return { ...caller, now, deviceId: await readDeviceOfSession(tx, caller.sessionId) }
}
