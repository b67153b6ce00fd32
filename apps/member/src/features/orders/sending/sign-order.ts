// A phone with a device key signs what it sends. Without a key only the session confirms the order, and its evidence
// says so.

import type { BodyOf } from '@fairlot/contract'
import { orderSigningText } from '@fairlot/rules/orders'
import { readDeviceKey } from '#features/auth'
import { call } from '#shell/client.ts'
import { currentSession } from '#shell/session.ts'

type SignedPath =
  | '/orders/placeOrder'
  | '/orders/closePosition'
  | '/orders/replaceOrder'
  | '/bank-accounts/add'
  | '/withdrawals/create'
type Signed = BodyOf<SignedPath>

let known: { readonly account: string; readonly memberId: string } | undefined

/** Read once per sign-in: an order must not wait for a second answer. */
const memberIdOf = async (account: string): Promise<string | undefined> => {
  if (known?.account !== account) {
    const profile = await call('/members/profile', {}, { quiet: true })
    if (!profile.ok) return undefined
    known = { account, memberId: profile.data.memberId }
  }
  return known.memberId
}

export const signOrder = async <Body extends Signed>(path: SignedPath, body: Body): Promise<Body> => {
  const account = currentSession()?.account
  try {
    const memberId = account === undefined ? undefined : await memberIdOf(account)
    const key = memberId === undefined ? null : await readDeviceKey(memberId)
    if (memberId === undefined || key?.id === undefined) return body
    const signature = await key.sign(orderSigningText(path, memberId, body))
    return { ...body, signature: { deviceKey: key.id, signature } }
  } catch {
    // A browser that stores no keys signs nothing.
    return body
  }
}
