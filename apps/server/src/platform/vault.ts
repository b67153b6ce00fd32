// Members' documents, sealed. Each member has their own key, wrapped by a master key of the secrets file. So a stolen
// database and a stolen bucket together reveal nothing, and destroying one row makes one member's documents unreadable
// everywhere, in every copy ever made.

import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Tx } from './db.ts'
import { newId } from './ids.ts'
import { sealedBy, type Secrets } from './secrets.ts'
import { clearKey, insertKey, listKeysToRewrap, readKey, replaceWrapped } from './vault/store.ts'

export interface MemberKey {
  readonly keyId: string
  readonly memberId: string
  readonly key: Buffer
}

/** The member's key was destroyed: their documents can never be opened again. */
export class Shredded extends Error {
  constructor() {
    super('the key of this member was destroyed')
  }
}

const place = (memberId: string, keyId: string): string => `member_keys|wrapped|${memberId}|${keyId}`

/** Creates the key at its first use. Concurrent calls agree on one: the second reads what the first wrote. */
export async function memberKey(tx: Tx, secrets: Secrets, memberId: string, now: Date): Promise<MemberKey> {
  const found = await readKey(tx, memberId)
  if (found) return unwrap(secrets, memberId, found)
  const keyId = newId(now.getTime())
  const wrapped = secrets.seal(place(memberId, keyId), randomBytes(32), 'vault')
  await insertKey(tx, { memberId, keyId, masterKeyId: sealedBy(wrapped), wrapped, madeAt: now })
  return unwrap(secrets, memberId, (await readKey(tx, memberId))!)
}

/** For reading. Undefined when nothing was ever sealed for the member. */
export async function existingKey(
  tx: Tx,
  secrets: Secrets,
  memberId: string,
): Promise<MemberKey | undefined> {
  const found = await readKey(tx, memberId)
  return found && unwrap(secrets, memberId, found)
}

function unwrap(
  secrets: Secrets,
  memberId: string,
  { keyId, wrapped }: { readonly keyId: string; readonly wrapped: string | null },
): MemberKey {
  if (wrapped === null) throw new Shredded()
  return { keyId, memberId, key: secrets.open(place(memberId, keyId), wrapped, 'vault') }
}

const version = 1
const nonceBytes = 12
const tagBytes = 16
// A value moved to another member, another purpose, another row or under another key does not open.
const bound = (key: MemberKey, purpose: string, id: string): Buffer =>
  Buffer.from([purpose, key.memberId, id, key.keyId].join('|'))

export function sealBytes(key: MemberKey, purpose: string, id: string, plain: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce)
  cipher.setAAD(bound(key, purpose, id))
  return Buffer.concat([Buffer.of(version), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

export function openBytes(key: MemberKey, purpose: string, id: string, sealed: Uint8Array): Buffer {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== version || bytes.length < 1 + nonceBytes + tagBytes) throw new Error('not a sealed value')
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key.key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(bound(key, purpose, id))
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  return Buffer.concat([
    decipher.update(bytes.subarray(1 + nonceBytes, bytes.length - tagBytes)),
    decipher.final(),
  ])
}

export const sealText = (key: MemberKey, purpose: string, id: string, text: string): Buffer =>
  sealBytes(key, purpose, id, Buffer.from(text))
export const openText = (key: MemberKey, purpose: string, id: string, sealed: Uint8Array): string =>
  openBytes(key, purpose, id, sealed).toString()

export interface BlindIndex {
  readonly keyId: string
  readonly index: Buffer
}

/**
 * Indexes that find a number without revealing it, under every known key: during a key change, a process with the old
 * file and one with the new still share a key. The first is the current one.
 */
export const blindIndexes = (secrets: Secrets, kind: string, value: string): readonly BlindIndex[] =>
  secrets.keyIds('blind').map((keyId) => ({
    keyId,
    index: secrets.hmacWith('blind', keyId, `${kind}|${value}`),
  }))

/** For a fingerprint that only needs to be equal for equal bytes of the same member. */
export const fingerprint = (key: MemberKey, bytes: Uint8Array): Buffer =>
  createHmac('sha256', key.key).update('fingerprint').update(bytes).digest()

/**
 * Wraps again, in slices, keys that an older master key has wrapped. Returns how many; 0 when none is left. The update
 * names the old text, so a key that was destroyed meanwhile stays destroyed, and two runs do not conflict.
 */
export async function rewrapSome(tx: Tx, secrets: Secrets, limit: number, now: Date): Promise<number> {
  const current = secrets.sealingKeyId('vault')
  const rows = await listKeysToRewrap(tx, current, limit)
  for (const { memberId, keyId, wrapped } of rows) {
    const key = secrets.open(place(memberId, keyId), wrapped, 'vault')
    const fresh = secrets.seal(place(memberId, keyId), key, 'vault')
    await replaceWrapped(tx, memberId, wrapped, fresh, current, now)
  }
  return rows.length
}

/** What was sealed for the member can never be opened again, here or in a backup of the files. */
export const shred = (tx: Tx, memberId: string, now: Date): Promise<boolean> => clearKey(tx, memberId, now)
