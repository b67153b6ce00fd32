// Keys by purpose and key id. The current key makes new values; the others only read old ones, so a key can be changed
// without breaking existing values.

import {
  createCipheriv,
  createDecipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import * as z from 'zod'

const keyId = z.string().regex(/^[a-z0-9]{1,16}$/, 'a key id is 1 to 16 small letters or digits')
const ring = z.object({ current: keyId, keys: z.record(keyId, z.base64().min(1)) })

export const secretsFile = z.strictObject({
  /** Signs the XSRF pair and appeal tickets. */
  xsrf: ring,
  /** Keyed hash over passwords and codes, so that a stolen table alone cannot be searched. */
  pepper: ring,
  /** Seals authenticator seeds. */
  sealing: ring,
  /** Ed25519 private keys, PKCS 8 in DER: signs checkpoints of the audit chain. */
  audit: ring,
  /** Master keys: wrap the key that seals each member's documents. */
  vault: ring,
  /** Keyed hash over numbers that must be found but not read: one person, one account; one card, one member. */
  blind: ring,
  /** P-256 private keys, 32 bytes: they identify the platform to the push services of browsers. */
  push: ring,
})
export type SecretsFile = z.infer<typeof secretsFile>

const symmetric = ['xsrf', 'pepper', 'sealing', 'vault', 'blind', 'push'] as const
export type HmacPurpose = 'xsrf' | 'pepper' | 'blind'
export type SealPurpose = 'sealing' | 'vault'

export interface Mac {
  readonly keyId: string
  readonly mac: Buffer
}

export interface Secrets {
  hmac(purpose: HmacPurpose, data: string | Uint8Array): Mac
  /** The same hash under a named key, to compare with a stored one. Throws when the key no longer exists. */
  hmacWith(purpose: HmacPurpose, keyId: string, data: string | Uint8Array): Buffer
  keyIds(purpose: HmacPurpose): readonly string[]
  /** AES-256-GCM. `place` is where the value is stored (table|column|row): elsewhere it does not open. */
  seal(place: string, plain: string | Uint8Array, purpose?: SealPurpose): string
  open(place: string, sealed: string, purpose?: SealPurpose): Buffer
  /** The key that seals new values; `sealedBy` returns the key of an old one. */
  sealingKeyId(purpose: SealPurpose): string
  auditKey(): { readonly keyId: string; readonly privateKey: KeyObject; readonly publicKey: KeyObject }
  /** The current pair, or the one a browser subscribed under; undefined when that key no longer exists. Base64url. */
  pushKey(keyId?: string): PushKey | undefined
}

export interface PushKey {
  readonly keyId: string
  readonly publicKey: string
  readonly privateKey: string
}

/** Constant time for equal lengths; the length of a secret is public. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** True under any key of the purpose: an older key still reads. */
export const isMacOf = (secrets: Secrets, purpose: HmacPurpose, data: string, mac: Uint8Array): boolean =>
  secrets.keyIds(purpose).some((id) => sameBytes(secrets.hmacWith(purpose, id, data), mac))

export const sealedBy = (sealed: string): string => sealed.split('.')[1] ?? ''

export const sameText = (a: string, b: string): boolean => sameBytes(Buffer.from(a), Buffer.from(b))

export function openSecrets(file: SecretsFile): Secrets {
  const keyOf = (purpose: (typeof symmetric)[number], id: string): Buffer => {
    const text = file[purpose].keys[id]
    if (text === undefined) throw new Error(`no ${purpose} key ${id}`)
    return Buffer.from(text, 'base64')
  }
  const auditText = file.audit.keys[file.audit.current]
  if (auditText === undefined) throw new Error(`no audit key ${file.audit.current}`)
  const privateKey = createPrivateKey({ key: Buffer.from(auditText, 'base64'), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)

  const hmacWith = (purpose: HmacPurpose, id: string, data: string | Uint8Array): Buffer =>
    createHmac('sha256', keyOf(purpose, id)).update(data).digest()

  return {
    hmac: (purpose, data) => {
      const id = file[purpose].current
      return { keyId: id, mac: hmacWith(purpose, id, data) }
    },
    hmacWith,
    keyIds: (purpose) => {
      const { current, keys } = file[purpose]
      return [current, ...Object.keys(keys).filter((id) => id !== current)]
    },
    sealingKeyId: (purpose) => file[purpose].current,
    seal(place, plain, purpose = 'sealing') {
      const id = file[purpose].current
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', keyOf(purpose, id), nonce)
      cipher.setAAD(Buffer.from(`${place}|${id}`))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return ['s1', id, ...[nonce, body, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join(
        '.',
      )
    },
    open(place, sealed, purpose = 'sealing') {
      const [version, id, nonce, body, tag] = sealed.split('.')
      if (version !== 's1' || !id || !nonce || body === undefined || !tag)
        throw new Error('not a sealed value')
      const decipher = createDecipheriv('aes-256-gcm', keyOf(purpose, id), Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(`${place}|${id}`))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()])
    },
    auditKey: () => ({ keyId: file.audit.current, privateKey, publicKey }),
    pushKey(keyId = file.push.current) {
      const text = file.push.keys[keyId]
      if (text === undefined) return undefined
      const pair = createECDH('prime256v1')
      pair.setPrivateKey(Buffer.from(text, 'base64'))
      return {
        keyId,
        publicKey: pair.getPublicKey('base64url', 'uncompressed'),
        privateKey: Buffer.from(text, 'base64').toString('base64url'),
      }
    },
  }
}

/** New random keys for every purpose: for the first start in development, and for tests. */
export function makeSecretsFile(): SecretsFile {
  const random = () => ({ current: 'k1', keys: { k1: randomBytes(32).toString('base64') } })
  const { privateKey } = generateKeyPairSync('ed25519')
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  return {
    xsrf: random(),
    pepper: random(),
    sealing: random(),
    audit: { current: 'k1', keys: { k1: der.toString('base64') } },
    vault: random(),
    blind: random(),
    push: random(),
  }
}

/**
 * Adds missing key rings to a development file from before a purpose existed. They derive from an existing key, so that
 * two roles that start at once write the same. Production files are never changed; there a missing ring is refused.
 */
export function withNewRings(content: unknown): SecretsFile | undefined {
  const known = secretsFile.omit({ vault: true, blind: true, push: true }).loose().safeParse(content)
  if (!known.success) return undefined
  const { sealing } = known.data
  const root = sealing.keys[sealing.current]
  if (root === undefined) return undefined
  const drawn = (purpose: string) => ({
    current: 'k1',
    keys: { k1: createHmac('sha256', Buffer.from(root, 'base64')).update(purpose).digest('base64') },
  })
  const whole = secretsFile.safeParse({
    vault: drawn('vault'),
    blind: drawn('blind'),
    push: drawn('push'),
    ...known.data,
  })
  return whole.success ? whole.data : undefined
}

/** What makes a file unfit for production, one line per problem, never with a key in it. */
export function problemsOf(file: SecretsFile): string[] {
  const problems: string[] = []
  const seen = new Map<string, string>()
  for (const purpose of [...symmetric, 'audit'] as const) {
    const { current, keys } = file[purpose]
    if (!(current in keys)) problems.push(`${purpose}: the current key ${current} is missing`)
    for (const [id, text] of Object.entries(keys)) {
      const name = `${purpose}.${id}`
      const bytes = Buffer.from(text, 'base64')
      if (purpose === 'audit') {
        if (!isEd25519(bytes)) problems.push(`${name}: not an Ed25519 private key`)
      } else {
        if (bytes.length !== 32) problems.push(`${name}: ${bytes.length} bytes, must be 32`)
        // 32 random bytes practically never have fewer than 16 different values; typed or padded ones do.
        else if (new Set(bytes).size < 16) problems.push(`${name}: too regular to be random`)
      }
      const twin = seen.get(text)
      if (twin !== undefined) problems.push(`${name}: the same key as ${twin}`)
      seen.set(text, name)
    }
  }
  return problems
}

function isEd25519(der: Buffer): boolean {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
