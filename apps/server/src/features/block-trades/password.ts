// The seller gives the password of a listing to its buyers. Stored as a keyed hash, compared in constant time; five wrong
// ones lock like a fund password, whichever listing they were for.

import { claimTry, settleTry, unknownDevice } from '#features/auth'
import type { Db } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { sameBytes, type Secrets } from '#platform/secrets'
import type { ListingPassword } from './store.ts'

const textOf = (listingId: string, password: string): string => `block-listing|${listingId}|${password}`

export function hashBlockPassword(
  secrets: Secrets,
  listingId: string,
  password: string,
): { readonly mac: string; readonly key: string } {
  const { mac, keyId } = secrets.hmac('pepper', textOf(listingId, password))
  return { mac: mac.toString('hex'), key: keyId }
}

/** Refuses: `input.required`, `password.key-mismatch` with the tries that are left, or a wait. */
export async function refuseUnlessBlockPassword(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  listing: { readonly id: string; readonly password: ListingPassword },
  given: { readonly account: string; readonly password: string; readonly now: Date },
): Promise<Refused | undefined> {
  if (given.password === '') return refuse('input.required', { field: 'password' })
  const key = { account: given.account, kind: 'block-password', deviceId: unknownDevice } as const
  const claim = await claimTry(db, key, given.now)
  if (!claim.allowed) {
    const seconds = Math.ceil((claim.until.getTime() - given.now.getTime()) / 1_000)
    return refuse('request.too-frequent', { params: { seconds }, rule: claim.rule })
  }
  const mac = secrets.hmacWith('pepper', listing.password.key, textOf(listing.id, given.password))
  if (!sameBytes(mac, listing.password.mac)) {
    return refuse('password.key-mismatch', { field: 'password', params: { left: claim.left } })
  }
  await db.transaction((tx) => settleTry(tx, key, given.now))
  return undefined
}
