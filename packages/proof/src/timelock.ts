// Encryption that opens with a future round of the beacon. The key of a round is its signature, which the beacon's members
// make together when the round appears; before that, no one has it. Boneh and Franklin's scheme as a key encapsulation over
// the curve of the beacon, then AES-256-GCM. Its own entry of the package, like the beacon: it brings the curve.

import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type BeaconRound, pointOf } from './beacon.ts'
import type { Sha256 } from './chain.ts'
import type { BeaconChain } from './draw.ts'
import { joined, textBytes, unhex } from './merkle.ts'

const { G1, G2, fields, pairing, utils } = bls12_381
/** A point of G2, compressed. */
const pointLength = 96
const tagLength = 16
/** What sealing adds to the length of a text. */
export const sealOverhead = pointLength + tagLength

export interface SealedTo {
  readonly beacon: Pick<BeaconChain, 'publicKey'>
  readonly round: number
}

/** How many random bytes `seal` needs. */
export const seedLength = 48

/**
 * `context` is authenticated: a sealed text opens only together with it. `seed`: random bytes, new for every text.
 */
export async function seal(
  sha256: Sha256,
  { beacon, round }: SealedTo,
  text: Uint8Array,
  context: string,
  seed: Uint8Array,
): Promise<Uint8Array> {
  const secret = fields.Fr.fromBytes(utils.randomSecretKey(seed))
  const point = G2.Point.BASE.multiply(secret).toBytes(true)
  const shared = pairing(await pointOf(sha256, round), G2.Point.fromBytes(unhex(beacon.publicKey)))
  const key = await keyOf(sha256, round, point, fields.Fp12.pow(shared, secret))
  const sealed = await crypto.subtle.encrypt(cipher(context), key, new Uint8Array(text))
  return joined(point, new Uint8Array(sealed))
}

/** Undefined when it was not sealed to this round in this context, or was damaged. The signature must be verified before. */
export async function unseal(
  sha256: Sha256,
  { round, signature }: BeaconRound,
  sealed: Uint8Array,
  context: string,
): Promise<Uint8Array | undefined> {
  try {
    const point = G2.Point.fromBytes(sealed.slice(0, pointLength))
    point.assertValidity()
    const shared = pairing(G1.Point.fromBytes(unhex(signature)), point)
    const key = await keyOf(sha256, round, sealed.slice(0, pointLength), shared)
    const text = await crypto.subtle.decrypt(cipher(context), key, new Uint8Array(sealed.slice(pointLength)))
    return new Uint8Array(text)
  } catch {
    // Not a point of its group, or not authentic.
    return undefined
  }
}

/** Each key seals one text, so that one nonce serves all. */
const cipher = (context: string) => ({
  name: 'AES-GCM',
  iv: new Uint8Array(12),
  additionalData: new Uint8Array(textBytes(context)),
})

async function keyOf(
  sha256: Sha256,
  round: number,
  point: Uint8Array,
  shared: Parameters<typeof fields.Fp12.toBytes>[0],
): Promise<CryptoKey> {
  const head = textBytes(`fairlot timelock v1\n${round}\n`)
  const bytes = await sha256(joined(joined(head, point), fields.Fp12.toBytes(shared)))
  return crypto.subtle.importKey('raw', new Uint8Array(bytes), 'AES-GCM', false, ['encrypt', 'decrypt'])
}
