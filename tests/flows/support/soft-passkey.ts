// A software passkey: answers WebAuthn options the way a phone would, and wrongly where a test needs it.

import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

export interface Tampering {
  readonly origin?: string
  readonly challenge?: string
  readonly rpId?: string
  /** False: the device did not ask for a finger or PIN. */
  readonly userVerified?: boolean
  readonly signWith?: KeyObject
  readonly counter?: number
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** A minimal CBOR: small maps, integers down to -24, texts and byte strings up to 65535 long. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map) {
    const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner as Uint8Array)])
    return Buffer.concat([head(5, value.size), ...pairs])
  }
  return Buffer.concat([head(2, value.length), value])
}

/** The options a device reads; the API declares them only as JSON. */
interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}
type WebauthnJson = Record<string, unknown>

export class SoftPasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly credentialId = base64url(randomBytes(32))
  readonly #origin: string
  #counter = 0
  userHandle = ''

  constructor(origin: string) {
    this.#origin = origin
  }

  /** What `getPublicKey()` of the browser answers. */
  spki(): Buffer {
    return this.#keys.publicKey.export({ type: 'spki', format: 'der' })
  }

  /** The answer to navigator.credentials.create. */
  create(json: WebauthnJson, tampering: Tampering = {}): WebauthnJson {
    const options = json as unknown as CreationOptions
    this.userHandle = options.user.id
    const { x, y } = this.#keys.publicKey.export({ format: 'jwk' })
    const coseKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
      ]),
    )
    const id = Buffer.from(this.credentialId, 'base64url')
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey])
    const authData = Buffer.concat([this.#authData(options.rp.id, 0x40, tampering), attested])
    const attestationObject = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, tampering).toString('base64url'),
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    })
  }

  /** The answer to navigator.credentials.get. */
  get(json: WebauthnJson, tampering: Tampering = {}): WebauthnJson {
    const options = json as unknown as RequestOptions
    const authenticatorData = this.#authData(options.rpId, 0, tampering)
    const clientData = this.#clientData('webauthn.get', options.challenge, tampering)
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(tampering.signWith ?? this.#keys.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
      userHandle: this.userHandle,
    })
  }

  #authData(rpId: string, flags: number, tampering: Tampering): Buffer {
    this.#counter = tampering.counter ?? this.#counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.#counter)
    const verified = tampering.userVerified === false ? 0 : 0x04
    return Buffer.concat([sha256(tampering.rpId ?? rpId), Buffer.from([0x01 | verified | flags]), counter])
  }

  #clientData(type: string, challenge: string, tampering: Tampering): Buffer {
    return Buffer.from(
      JSON.stringify({
        type,
        challenge: tampering.challenge ?? challenge,
        origin: tampering.origin ?? this.#origin,
        crossOrigin: false,
      }),
    )
  }

  #credential(response: Record<string, unknown>): Record<string, unknown> {
    return {
      id: this.credentialId,
      rawId: this.credentialId,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }
  }
}
