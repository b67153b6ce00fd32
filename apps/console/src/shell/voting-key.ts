// The operator's own keys, on this device. The browser creates a device key, which cannot be exported and stays in this
// browser's IndexedDB. A passkey asks for a gesture each time. Neither ever reaches the server.

import type { VotingKeyKind } from '@fairlot/contract/operators'

export interface NewKey {
  readonly kind: VotingKeyKind
  /** SubjectPublicKeyInfo, base64url. */
  readonly publicKey: string
  readonly credentialId?: string
  /** SHA-256 of the public key, hexadecimal, for two people to compare. Computed here, not taken from the server. */
  readonly fingerprint: string
  /** Stores it under the server's id. */
  readonly keep: (keyId: string) => Promise<void>
}

export const base64url = (bytes: ArrayBuffer | Uint8Array): string => {
  const view = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
  return btoa(String.fromCharCode(...view))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

export const sha256 = (data: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', data)

export const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

const DATABASE = 'fairlot-voting-keys'
const STORE = 'keys'

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const asked = indexedDB.open(DATABASE, 1)
    asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore(STORE))
    asked.addEventListener('success', () => resolve(asked.result))
    asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB did not open')))
  })

const within = async <Value>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> => {
  const database = await open()
  try {
    return await new Promise((resolve, reject) => {
      const asked = run(database.transaction(STORE, mode).objectStore(STORE))
      asked.addEventListener('success', () => resolve(asked.result))
      asked.addEventListener('error', () => reject(asked.error ?? new Error('IndexedDB refused')))
    })
  } finally {
    database.close()
  }
}

/** Returns undefined when this browser does not have the key. */
export const deviceKeyOf = async (keyId: string): Promise<CryptoKey | undefined> => {
  try {
    const key: unknown = await within('readonly', (store) => store.get(keyId))
    return key instanceof CryptoKey ? key : undefined
  } catch {
    return undefined
  }
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

export const makeDeviceKey = async (): Promise<NewKey> => {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const spki = await crypto.subtle.exportKey('spki', publicKey)
  return {
    kind: 'device',
    publicKey: base64url(spki),
    fingerprint: hex(await sha256(spki)),
    keep: async (keyId) => {
      await within('readwrite', (store) => store.put(privateKey, keyId))
    },
  }
}

/** Returns null when the browser's dialog was closed, or the device does not support such keys. */
export const makePasskey = async (me: {
  readonly operatorId: string
  readonly login: string
  readonly name: string
}): Promise<NewKey | null> => {
  try {
    const made = await navigator.credentials.create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { name: 'Fairlot console' },
        // Not the id of the sign-in passkey: the same id would replace it on the device.
        user: {
          id: new TextEncoder().encode(`vote:${me.operatorId}`),
          name: `${me.login} (votes)`,
          displayName: me.name,
        },
        pubKeyCredParams: [
          { type: 'public-key', alg: -7 },
          { type: 'public-key', alg: -257 },
        ],
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        timeout: 120_000,
      },
    })
    if (!(made instanceof PublicKeyCredential)) return null
    const { response } = made
    const spki = response instanceof AuthenticatorAttestationResponse ? response.getPublicKey() : null
    if (spki === null) return null
    return {
      kind: 'passkey',
      publicKey: base64url(spki),
      credentialId: base64url(made.rawId),
      fingerprint: hex(await sha256(spki)),
      keep: () => Promise.resolve(),
    }
  } catch {
    return null
  }
}

export const signWithDevice = async (key: CryptoKey, statement: string): Promise<{ signature: string }> => ({
  signature: base64url(
    await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, new TextEncoder().encode(statement)),
  ),
})

/** Returns null when the gesture was not made. */
export const signWithPasskey = async (
  credentialIds: readonly string[],
  statement: string,
): Promise<{
  credentialId: string
  signature: string
  authenticatorData: string
  clientDataJSON: string
} | null> => {
  try {
    const made = await navigator.credentials.get({
      publicKey: {
        challenge: await sha256(new TextEncoder().encode(statement)),
        allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: bytesOf(id) })),
        userVerification: 'preferred',
        timeout: 120_000,
      },
    })
    if (!(made instanceof PublicKeyCredential)) return null
    const { response } = made
    if (!(response instanceof AuthenticatorAssertionResponse)) return null
    return {
      credentialId: base64url(made.rawId),
      signature: base64url(response.signature),
      authenticatorData: base64url(response.authenticatorData),
      clientDataJSON: base64url(response.clientDataJSON),
    }
  } catch {
    return null
  }
}
