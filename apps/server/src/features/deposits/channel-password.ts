// A channel may require a password that the operator gives to those who may use it. Stored as a keyed hash, compared in
// constant time; five wrong ones lock like a fund password.

import { claimTry, settleTry, unknownDevice } from '#features/auth'
import type { Db } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { sameBytes, type Secrets } from '#platform/secrets'
import type { ChannelRow } from './store.ts'

const textOf = (channelId: string, password: string): string => `deposit-channel|${channelId}|${password}`

export function hashChannelPassword(
  secrets: Secrets,
  channelId: string,
  password: string,
): { readonly passwordMac: Buffer; readonly passwordKey: string } {
  const { mac, keyId } = secrets.hmac('pepper', textOf(channelId, password))
  return { passwordMac: mac, passwordKey: keyId }
}

/**
 * Returns undefined when the channel needs no password or the password is right. Otherwise refuses with
 * `input.required`, `password.wrong-channel` or a wait.
 */
export async function refuseUnlessChannelPassword(
  { db, secrets }: { readonly db: Db; readonly secrets: Secrets },
  channel: ChannelRow,
  given: { readonly account: string; readonly channelPassword: string; readonly now: Date },
): Promise<Refused | undefined> {
  if (channel.passwordMac === null || channel.passwordKey === null) return undefined
  if (given.channelPassword === '') return refuse('input.required', { field: 'channelPassword' })
  const key = { account: given.account, kind: 'channel-password', deviceId: unknownDevice } as const
  const claim = await claimTry(db, key, given.now)
  if (!claim.allowed) {
    const seconds = Math.ceil((claim.until.getTime() - given.now.getTime()) / 1_000)
    return refuse('request.too-frequent', { params: { seconds }, rule: claim.rule })
  }
  const mac = secrets.hmacWith('pepper', channel.passwordKey, textOf(channel.id, given.channelPassword))
  if (!sameBytes(mac, channel.passwordMac)) {
    return refuse('password.wrong-channel', { field: 'channelPassword' })
  }
  await db.transaction((tx) => settleTry(tx, key, given.now))
  return undefined
}
