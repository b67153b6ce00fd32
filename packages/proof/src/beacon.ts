// Rounds of a beacon in drand's format. The signature covers the number of the round alone, so it is known to no one
// before the beacon's members sign it, and each round has only one valid signature. Its own entry of the package: it
// brings the curve, which only a page that checks a draw loads.

import { bls12_381 } from '@noble/curves/bls12-381.js'
import { hex, type Sha256 } from './chain.ts'
import type { BeaconChain } from './draw.ts'
import { unhex } from './merkle.ts'

export interface BeaconRound {
  readonly round: number
  /** A point of G1, compressed, hex. */
  readonly signature: string
}

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const { shortSignatures } = bls12_381

/** The point of G1 that the beacon signs for a round. */
export async function pointOf(sha256: Sha256, round: number) {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(round))
  return shortSignatures.hash(new Uint8Array(await sha256(bytes)), domain)
}

/** The randomness of a round, hex; undefined when the signature is not the beacon's. */
export async function randomnessOf(
  sha256: Sha256,
  { publicKey }: Pick<BeaconChain, 'publicKey'>,
  { round, signature }: BeaconRound,
): Promise<string | undefined> {
  const bytes = unhex(signature)
  if (bytes.length !== 48 || !Number.isSafeInteger(round) || round < 1) return undefined
  try {
    const point = await pointOf(sha256, round)
    if (!shortSignatures.verify(bytes, point, unhex(publicKey))) return undefined
  } catch {
    // Not a point of its group.
    return undefined
  }
  return hex(await sha256(bytes))
}

/** For a practice beacon, which has the whole key. */
export async function signRound(
  sha256: Sha256,
  secretKey: Uint8Array,
  round: number,
): Promise<BeaconRound & { readonly randomness: string }> {
  const signature = shortSignatures.Signature.toBytes(
    shortSignatures.sign(await pointOf(sha256, round), secretKey),
  )
  return { round, signature: hex(signature), randomness: hex(await sha256(new Uint8Array(signature))) }
}

/** Hex. */
export const beaconPublicKey = (secretKey: Uint8Array): string =>
  shortSignatures.getPublicKey(secretKey).toHex(true)
