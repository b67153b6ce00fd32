// Verifies one signature over one vote. Pure: the console uses it to refuse early, the worker before it executes.

import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { VotingKeyKind } from '@fairlot/contract/operators'
import * as z from 'zod/mini'

export interface VerifyingKey {
  readonly kind: VotingKeyKind
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Buffer
}

export interface SignatureBytes {
  readonly signature: string
  readonly authenticatorData?: string | undefined
  readonly clientDataJSON?: string | undefined
}

/** Returns undefined when the key cannot sign a vote. */
export function readPublicKey(kind: VotingKeyKind, der: Buffer): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    const isRsa = key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048
    return isP256 || (kind === 'passkey' && (isRsa || key.asymmetricKeyType === 'ed25519')) ? key : undefined
  } catch {
    return undefined
  }
}

export const fingerprintOf = (publicKey: Buffer): string =>
  createHash('sha256').update(publicKey).digest('hex')

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const clientData = z.object({ type: z.literal('webauthn.get'), challenge: z.string(), origin: z.string() })
const userPresent = 0x01

/** `origin` is the console's own: an assertion made on another page is invalid. Null accepts any page. */
export function isSignedBy(
  key: VerifyingKey,
  statement: string,
  signed: SignatureBytes,
  origin: string | null,
): boolean {
  const publicKey = readPublicKey(key.kind, key.publicKey)
  if (!publicKey) return false
  const signature = Buffer.from(signed.signature, 'base64url')
  if (key.kind === 'device') {
    return verify('sha256', Buffer.from(statement), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
  }
  const data = Buffer.from(signed.authenticatorData ?? '', 'base64url')
  const client = Buffer.from(signed.clientDataJSON ?? '', 'base64url')
  const said = readClientData(client)
  if (!said || !URL.canParse(said.origin) || said.origin !== (origin ?? said.origin)) return false
  if (said.challenge !== sha256(statement).toString('base64url')) return false
  // rpIdHash, flags, counter: 37 bytes at least.
  if (data.length < 37 || !data.subarray(0, 32).equals(sha256(new URL(said.origin).hostname))) return false
  if ((data[32]! & userPresent) === 0) return false
  const algorithm = publicKey.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return verify(algorithm, Buffer.concat([data, sha256(client)]), publicKey, signature)
}

function readClientData(json: Buffer): z.infer<typeof clientData> | undefined {
  try {
    const parsed = clientData.safeParse(JSON.parse(json.toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}
