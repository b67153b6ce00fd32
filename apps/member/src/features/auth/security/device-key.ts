// The key of this device: P-256, created here, not extractable, stored in IndexedDB. The app can only ask the browser
// to sign; the key cannot be read out, and losing it loses only the ability to sign.

const DATABASE = 'fairlot-device-key'
const STORE = 'keys'
const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const

const request = <T>(work: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    work.onsuccess = () => resolve(work.result)
    work.onerror = () => reject(work.error ?? new Error('IndexedDB refused'))
  })

const open = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return request(opening)
}

const inStore = async <T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> => {
  const database = await open()
  try {
    return await request(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

const isPair = (value: unknown): value is CryptoKeyPair =>
  typeof value === 'object' &&
  value !== null &&
  'privateKey' in value &&
  value.privateKey instanceof CryptoKey &&
  'publicKey' in value &&
  value.publicKey instanceof CryptoKey

export interface DeviceKey {
  /** The public key, SPKI in base64url. */
  readonly publicKey: string
  /** The server's id of the key; undefined for a key enrolled before the phone stored its id. */
  readonly id: string | undefined
  readonly sign: (text: string) => Promise<string>
}

/** The id is stored beside the key pair, so that existing entries stay readable. */
const nameOf = (memberId: string): string => `${memberId} id`

const usable = async (pair: CryptoKeyPair, id: string | undefined): Promise<DeviceKey> => ({
  id,
  publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)),
  sign: async (text) =>
    base64url(await crypto.subtle.sign(signing, pair.privateKey, new TextEncoder().encode(text))),
})

/** This device's key for the member, or null. */
export const readDeviceKey = async (memberId: string): Promise<DeviceKey | null> => {
  const pair: unknown = await inStore('readonly', (store) => store.get(memberId))
  if (!isPair(pair)) return null
  const id: unknown = await inStore('readonly', (store) => store.get(nameOf(memberId)))
  return usable(pair, typeof id === 'string' ? id : undefined)
}

/** A new key, not stored yet: it is stored once the server has accepted it. */
export const makeDeviceKey = async (): Promise<
  DeviceKey & { keep: (memberId: string, id: string) => Promise<void> }
> => {
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  return {
    ...(await usable(pair, undefined)),
    keep: async (memberId, id) => {
      await inStore('readwrite', (store) => store.put(pair, memberId))
      await inStore('readwrite', (store) => store.put(id, nameOf(memberId)))
    },
  }
}

export const dropDeviceKey = async (memberId: string): Promise<void> => {
  await inStore('readwrite', (store) => store.delete(memberId))
  await inStore('readwrite', (store) => store.delete(nameOf(memberId)))
}

/** The text the server requires signed on enrolment: it binds the key to the member. */
export const enrolmentText = (memberId: string, publicKey: string): string =>
  `fairlot-device-key:${memberId}:${publicKey}`

/** For people to compare: the first and last eight characters of the key's SHA-256. */
export const fingerprintOf = async (publicKey: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
