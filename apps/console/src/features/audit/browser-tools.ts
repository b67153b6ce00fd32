import type { Sha256 } from '@fairlot/proof'

/** A page that was not loaded over https has no crypto.subtle. */
export const canCheck = (): boolean => globalThis.isSecureContext

export const sha256: Sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

const keys = new Map<string, Promise<CryptoKey | undefined>>()

/** Undefined when this browser does not support Ed25519. */
const keyOf = (publicKey: string): Promise<CryptoKey | undefined> => {
  const known =
    keys.get(publicKey) ??
    crypto.subtle.importKey('spki', bytesOf(publicKey), 'Ed25519', false, ['verify']).catch(() => undefined)
  keys.set(publicKey, known)
  return known
}

/** Undefined when this browser cannot check it. */
export const isSigned = async (
  publicKey: string,
  text: string,
  signature: string,
): Promise<boolean | undefined> => {
  const key = await keyOf(publicKey)
  if (key === undefined) return undefined
  try {
    return await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(text))
  } catch {
    return false
  }
}
