import { orderSigningText } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { isSignedByDevice } from './verify-device-signature.ts'

/** Returns undefined when the request has no signature, or a valid one. */
export async function refuseUnlessSigned(
  tx: Tx,
  path: string,
  memberId: string,
  body: {
    readonly signature?: { readonly deviceKey: string; readonly signature: string } | undefined
  } & Readonly<Record<string, unknown>>,
): Promise<Refused | undefined> {
  if (body.signature === undefined) return undefined
  const text = orderSigningText(path, memberId, body)
  const holds = await isSignedByDevice(tx, memberId, body.signature, text)
  return holds ? undefined : refuse('order.signature', { field: 'signature' })
}
