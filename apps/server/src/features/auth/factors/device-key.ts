import { createPublicKey, verify, type KeyObject } from 'node:crypto'

/** The text a device signs to enrol its key. It names the member, so the signature is useless for another member. */
export const enrolmentMessage = (memberId: string, publicKey: string): string =>
  `fairlot-device-key:${memberId}:${publicKey}`

/** Reads a key as WebCrypto exports it: SPKI in base64url, on the curve P-256. Returns undefined for any other text. */
export function readDeviceKey(publicKey: string): KeyObject | undefined {
  if (!/^[A-Za-z0-9_-]{100,200}$/.test(publicKey)) return undefined
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : undefined
  } catch {
    return undefined
  }
}

/** Checks a signature as WebCrypto makes it: r and s concatenated (IEEE P1363), in base64url. */
export function isSignedBy(key: KeyObject, message: string, signature: string): boolean {
  if (!/^[A-Za-z0-9_-]{86}$/.test(signature)) return false
  return verify(
    'sha256',
    Buffer.from(message),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
}
