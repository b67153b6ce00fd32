import type { Tools } from '@fairlot/proof'

/** A page that was not loaded over https has no crypto.subtle. */
export const canCheck = (): boolean => globalThis.isSecureContext

/** Base64, or base64url, which receipts use. */
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

export const browserTools: Tools = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async signed(publicKey, text, signature) {
    let key: CryptoKey
    try {
      key = await crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify'])
    } catch {
      // Older browsers do not support Ed25519: then the signature is not checked, and the card says so.
      return undefined
    }
    try {
      return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
    } catch {
      return false
    }
  },
}
