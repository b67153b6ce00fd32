// What the checks of packages/proof need of a browser.

import type { Tools } from '@fairlot/proof'

/** A page that was not loaded over https has no crypto.subtle. */
export const canCheck = (): boolean => globalThis.isSecureContext

/** Base64, or base64url, which receipts use. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const keys = new Map<string, Promise<CryptoKey | undefined>>()

/** Undefined in older browsers, which do not support Ed25519: then the page says that it could not check. */
const keyOf = (publicKey: string): Promise<CryptoKey | undefined> => {
  const known = keys.get(publicKey) ?? importKey(publicKey).catch(() => undefined)
  keys.set(publicKey, known)
  return known
}

const importKey = async (publicKey: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])

export const browserTools: Tools = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async signed(publicKey, text, signature) {
    const key = await keyOf(publicKey)
    if (key === undefined) return undefined
    try {
      return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    } catch {
      return false
    }
  },
}
