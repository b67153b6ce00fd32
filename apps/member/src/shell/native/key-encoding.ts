// The native side answers as its platform does; the server expects what WebCrypto gives: SPKI, and r and s side by side.

const P256_BYTES = 32

/** What comes before the point in the SPKI of a P-256 key. */
const spkiPrefix = Uint8Array.from(
  [0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01].concat([
    0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
  ]),
)

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

/** iOS gives only the point, Android the whole SPKI. */
export const spkiOf = (base64: string): string => {
  const bytes = bytesOf(base64)
  if (bytes.length === 2 * P256_BYTES + 1) return base64url(Uint8Array.of(...spkiPrefix, ...bytes))
  if (bytes.length === spkiPrefix.length + 2 * P256_BYTES + 1) return base64url(bytes)
  throw new Error(`public key of ${bytes.length} bytes: expected P-256`)
}

/** One integer of a DER signature, at `at`: its 32 bytes and where the next begins. */
const integerAt = (der: Uint8Array, at: number): { readonly value: Uint8Array; readonly end: number } => {
  const length = der[at + 1] ?? 0
  const end = at + 2 + length
  const digits = der.subarray(at + 2, end)
  // A leading zero only says that the number is positive.
  const significant = digits[0] === 0 ? digits.subarray(1) : digits
  if (der[at] !== 0x02 || length === 0 || end > der.length || significant.length > P256_BYTES)
    throw new Error('signature: not the DER of a P-256 signature')
  const value = new Uint8Array(P256_BYTES)
  value.set(significant, P256_BYTES - significant.length)
  return { value, end }
}

/** r and s, 32 bytes each. */
export const rawSignatureOf = (base64: string): string => {
  const der = bytesOf(base64)
  if (der[0] !== 0x30 || der[1] !== der.length - 2)
    throw new Error('signature: not the DER of a P-256 signature')
  const r = integerAt(der, 2)
  const s = integerAt(der, r.end)
  if (s.end !== der.length) throw new Error('signature: not the DER of a P-256 signature')
  return base64url(Uint8Array.of(...r.value, ...s.value))
}
