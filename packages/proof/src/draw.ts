// A draw that anyone can repeat. Before the tickets are issued the platform announces the rules, the hash of a secret
// and the round of a public beacon that lies in the future. At the close the list of tickets is published. The order of
// the tickets then follows from all of them. Every hashed text is plain lines, so that any language can repeat it.

import { hex, type Sha256 } from './chain.ts'
import { textBytes } from './merkle.ts'

/** The beacon in the format of drand, scheme bls-unchained-g1-rfc9380. */
export interface BeaconChain {
  readonly name: 'quicknet' | 'practice'
  /** Hex. drand's hash of the chain; of a practice beacon, the beginning of its public key. */
  readonly hash: string
  /** A point of G2, compressed, hex. */
  readonly publicKey: string
  /** Seconds since 1970. Round 1 appears at this time. */
  readonly genesis: number
  readonly period: number
}

/** Everything that is fixed before the first ticket. Times are ISO 8601 in UTC with milliseconds. */
export interface DrawTerms {
  readonly drawId: string
  readonly kind: string
  readonly subjectId: string
  readonly title: { readonly tw: string; readonly en: string }
  readonly rules: Readonly<Record<string, unknown>>
  readonly places: number
  readonly closesAt: string
  /** The hash of the secret. */
  readonly commitment: string
  readonly beacon: BeaconChain
  readonly round: number
  /** Released before this time, the secret is used with `round`. */
  readonly releaseBy: string
  readonly fallbackRound: number
  /** Released later but before this time, with `fallbackRound`; not released by then, the draw is void. */
  readonly fallbackReleaseBy: string
}

/** JSON with the keys of every object in the order of their UTF-16 units, without spaces. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`)
    return `{${fields.join(',')}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new Error(`${value} is not a whole number: write it as text, other languages print it differently`)
  }
  const text = JSON.stringify(value) as string | undefined
  if (text === undefined) throw new Error(`${typeof value} has no JSON`)
  return text
}

const hashOf = async (sha256: Sha256, ...lines: readonly (string | number)[]): Promise<string> =>
  hex(await sha256(textBytes(`${lines.join('\n')}\n`)))

/** `terms` is the canonical JSON of DrawTerms. */
export const termsHash = (sha256: Sha256, terms: string): Promise<string> =>
  hashOf(sha256, 'fairlot draw terms v1', terms)

/** `secret`: 32 random bytes, hex. */
export const commitmentOf = (sha256: Sha256, drawId: string, secret: string): Promise<string> =>
  hashOf(sha256, 'fairlot draw secret v1', drawId, secret)

/** `salt`: 32 random bytes, hex. Without it no one can tell which application a ticket is. */
export const ticketIdOf = (
  sha256: Sha256,
  { drawId, reference, salt }: { readonly drawId: string; readonly reference: string; readonly salt: string },
): Promise<string> => hashOf(sha256, 'fairlot draw ticket v1', drawId, reference, salt)

export interface SeedParts {
  readonly termsHash: string
  readonly secret: string
  readonly round: number
  readonly randomness: string
  readonly size: number
  readonly root: string
}

export const seedOf = (sha256: Sha256, parts: SeedParts): Promise<string> =>
  hashOf(
    sha256,
    'fairlot draw seed v1',
    parts.termsHash,
    parts.secret,
    parts.round,
    parts.randomness,
    parts.size,
    parts.root,
  )

/** One hash for the whole order, for the log. */
export const orderHash = (sha256: Sha256, order: readonly string[]): Promise<string> =>
  // Joined here: a call cannot have a hundred thousand arguments.
  hashOf(sha256, 'fairlot draw order v1', order.join('\n'))

/** What the platform signs when it announces a draw. */
export const announcementText = (drawId: string, hash: string, announcedAt: string): string =>
  ['fairlot draw announcement v1', drawId, hash, announcedAt, ''].join('\n')

/** What the platform signs when it issues a ticket: the ticket will be in the list unless its member withdraws it. */
export const ticketReceiptText = (drawId: string, ticketId: string, issuedAt: string): string =>
  ['fairlot draw ticket receipt v1', drawId, ticketId, issuedAt, ''].join('\n')

/**
 * Which round decides a draw whose secret was released at this time; undefined: too late, the draw is void. Times in
 * this format sort like text.
 */
export function roundFor(
  terms: Pick<DrawTerms, 'round' | 'releaseBy' | 'fallbackRound' | 'fallbackReleaseBy'>,
  releasedAt: string,
): number | undefined {
  if (releasedAt < terms.releaseBy) return terms.round
  return releasedAt < terms.fallbackReleaseBy ? terms.fallbackRound : undefined
}

/** The time a round appears, in milliseconds. */
export const timeOfRound = ({ genesis, period }: BeaconChain, round: number): number =>
  (genesis + (round - 1) * period) * 1_000

/** The first round that appears at or after this time. */
export const roundAfter = ({ genesis, period }: BeaconChain, ms: number): number =>
  Math.max(1, Math.ceil((ms / 1_000 - genesis) / period) + 1)

/** drand's quicknet, run by the League of Entropy: a round every three seconds. */
export const quicknet: BeaconChain = {
  name: 'quicknet',
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
}

/** A stand-in on the machine of a practice market: same format, same verification, but one owner. Rounds count from 2026. */
export const practiceChain = (publicKey: string): BeaconChain => ({
  name: 'practice',
  hash: publicKey.slice(0, 64),
  publicKey,
  genesis: 1_767_225_600,
  period: 3,
})

/** Only the practice beacon may have another key than the one every reader knows. */
export const isKnownBeacon = (beacon: BeaconChain): boolean =>
  beacon.name === 'practice' || canonicalJson(beacon) === canonicalJson(quicknet)

/** The randomness of a round; undefined when the signature is not the beacon's. */
export type ReadRandomness = (
  chain: BeaconChain,
  round: { readonly round: number; readonly signature: string },
) => Promise<string | undefined>
