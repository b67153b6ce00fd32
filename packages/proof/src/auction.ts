// A sealed-bid auction that anyone can repeat. The phone makes the bid, its fingerprint and its sealed text; the platform
// sees a fingerprint and a ceiling until the round of the opening appears. Every hashed text is plain lines.

import { hex, type Sha256 } from './chain.ts'
import { type BeaconChain, canonicalJson } from './draw.ts'
import { textBytes } from './merkle.ts'

/** Everything that is fixed before the first bid. Amounts are minor units as text; times are ISO 8601 in UTC. */
export interface AuctionTerms {
  readonly auctionId: string
  readonly symbol: string
  readonly title: { readonly tw: string; readonly en: string }
  readonly floorPrice: string
  readonly lots: number
  readonly minLots: number
  readonly maxLots: number
  /** The most lots that one person can get. */
  readonly capLots: number
  readonly fee: string
  /** Hundredths of a percent. */
  readonly deposit: number
  readonly startsAt: string
  readonly closesAt: string
  readonly opensAt: string
  readonly payBy: string
  readonly beacon: BeaconChain
  /** Bids are sealed to this round. */
  readonly round: number
}

export interface Bid {
  readonly auctionId: string
  readonly bidId: string
  /** Minor units per share. */
  readonly price: bigint
  readonly lots: number
  /** 32 random bytes, hex. */
  readonly salt: string
}

const hashOf = async (sha256: Sha256, ...lines: readonly (string | number)[]): Promise<string> =>
  hex(await sha256(textBytes(`${lines.join('\n')}\n`)))

const bidHead = 'fairlot auction bid v1'
const priceDigits = 12
const lotsDigits = 7

/** Of the same length for every bid: the length of a sealed text says nothing. */
export const bidText = ({ auctionId, bidId, price, lots, salt }: Bid): string =>
  [
    bidHead,
    auctionId,
    bidId,
    price.toString().padStart(priceDigits, '0'),
    String(lots).padStart(lotsDigits, '0'),
    salt,
    '',
  ].join('\n')

/** In bytes. `sealOverhead` of the entry `@fairlot/proof/timelock` comes on top. */
export const bidTextLength = bidHead.length + 2 * 36 + priceDigits + lotsDigits + 64 + 6

const bidPattern =
  /^fairlot auction bid v1\n([0-9a-f-]{36})\n([0-9a-f-]{36})\n(\d{12})\n(\d{7})\n([0-9a-f]{64})\n$/

/** Undefined when it is no text of a bid. */
export function readBid(text: string): Bid | undefined {
  const [, auctionId, bidId, price, lots, salt] = bidPattern.exec(text) ?? []
  if (auctionId === undefined) return undefined
  return { auctionId, bidId: bidId!, price: BigInt(price!), lots: Number(lots), salt: salt! }
}

/** What is public of a bid before the opening. */
export const fingerprintOf = async (sha256: Sha256, bid: Bid): Promise<string> =>
  hex(await sha256(textBytes(bidText(bid))))

/** A sealed text belongs to one bid: no one can send a copy of it as a bid of their own. */
export const sealContext = (auctionId: string, bidId: string, fingerprint: string): string =>
  ['fairlot auction seal v1', auctionId, bidId, fingerprint, ''].join('\n')

/** Stands for a person within one auction, without a name. */
export const personOf = (sha256: Sha256, auctionId: string, memberId: string): Promise<string> =>
  hashOf(sha256, 'fairlot auction person v1', auctionId, memberId)

export interface ListedBid {
  readonly bidId: string
  readonly person: string
  readonly fingerprint: string
  /** Minor units as text. */
  readonly ceiling: string
  /** Hash of the sealed text, hex. */
  readonly sealHash: string
}

/** A leaf of the signed list. */
export const listedText = ({ bidId, person, fingerprint, ceiling, sealHash }: ListedBid): string =>
  [fingerprint, sealHash, bidId, person, ceiling].join(' ')

export const auctionTermsHash = (sha256: Sha256, terms: string): Promise<string> =>
  hashOf(sha256, 'fairlot auction terms v1', terms)

/** What the platform signs when it publishes an auction. */
export const auctionText = (auctionId: string, hash: string, publishedAt: string): string =>
  ['fairlot auction announcement v1', auctionId, hash, publishedAt, ''].join('\n')

/** What the platform signs when it accepts a bid: the bid will be in the list unless its member cancels it. */
export const bidReceiptText = (auctionId: string, listed: ListedBid, sentAt: string): string =>
  ['fairlot auction bid receipt v1', auctionId, listedText(listed), sentAt, ''].join('\n')

/** Orders bids of the same price, the smallest first. Known to no one before the round. */
export const tieOf = (
  sha256: Sha256,
  of: { readonly auctionId: string; readonly root: string; readonly randomness: string },
  fingerprint: string,
): Promise<string> =>
  hashOf(sha256, 'fairlot auction tie v1', of.auctionId, of.root, of.randomness, fingerprint)

export const auctionTermsOf = (text: string): AuctionTerms | undefined => {
  try {
    const terms = JSON.parse(text) as AuctionTerms
    return canonicalJson(terms) === text ? terms : undefined
  } catch {
    return undefined
  }
}
