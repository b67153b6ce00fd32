// The key of this browser: P-256, created here, not extractable, stored in IndexedDB. The app can only ask the browser
// to sign; the key cannot be read out, and losing it loses only the ability to sign.

import type { DeviceKey, DeviceKeys } from '#shell/native/port.ts'

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

/** The id is stored beside the key pair, so that existing entries stay readable. */
const nameOf = (memberId: string): string => `${memberId} id`

const usable = async (pair: CryptoKeyPair, id: string | undefined): Promise<DeviceKey> => ({
  id,
  publicKey: base64url(await crypto.subtle.exportKey('spki', pair.publicKey)),
  sign: async (text) =>
    base64url(await crypto.subtle.sign(signing, pair.privateKey, new TextEncoder().encode(text))),
})

export const webDeviceKeys: DeviceKeys = {
  read: async (memberId) => {
    const pair: unknown = await inStore('readonly', (store) => store.get(memberId))
    if (!isPair(pair)) return null
    const id: unknown = await inStore('readonly', (store) => store.get(nameOf(memberId)))
    return usable(pair, typeof id === 'string' ? id : undefined)
  },
  make: async (memberId) => {
    const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    return {
      ...(await usable(pair, undefined)),
      keep: async (id) => {
        await inStore('readwrite', (store) => store.put(pair, memberId))
        await inStore('readwrite', (store) => store.put(id, nameOf(memberId)))
      },
    }
  },
  drop: async (memberId) => {
    await inStore('readwrite', (store) => store.delete(memberId))
    await inStore('readwrite', (store) => store.delete(nameOf(memberId)))
  },
}
