// The key of this device: P-256, made here, not extractable, kept in IndexedDB. What the app can do with it is ask the
// browser to sign; nothing can read it out, and losing it loses nothing but the right to sign.

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
  /** What the server calls it; undefined for one that was enrolled before the phone kept its name. */
  readonly id: string | undefined
  readonly sign: (text: string) => Promise<string>
}

/** The name stands beside the pair: what is there already stays readable. */
const nameOf = (memberId: string): string => `${memberId} id`

const usable = async (pair: CryptoKeyPair, id: string | undefined): Promise<DeviceKey> => ({
  id,
  publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)),
  sign: async (text) =>
    base64url(await crypto.subtle.sign(signing, pair.privateKey, new TextEncoder().encode(text))),
})

/** The key this device holds for the member, or null. */
export const readDeviceKey = async (memberId: string): Promise<DeviceKey | null> => {
  const pair: unknown = await inStore('readonly', (store) => store.get(memberId))
  if (!isPair(pair)) return null
  const id: unknown = await inStore('readonly', (store) => store.get(nameOf(memberId)))
  return usable(pair, typeof id === 'string' ? id : undefined)
}

/** A new key, not stored yet: it is kept once the server has accepted it. */
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

/** What the server wants signed on enrolment: it ties the key to the member. */
export const enrolmentText = (memberId: string, publicKey: string): string =>
  `fairlot-device-key:${memberId}:${publicKey}`

/** For a person to compare: the first and last eight characters of the key's SHA-256. */
export const fingerprintOf = async (publicKey: string): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
