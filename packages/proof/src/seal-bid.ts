// What a phone sends instead of a bid: its fingerprint and its sealed text. The bid itself stays on the phone.

import { type AuctionTerms, type Bid, bidText, fingerprintOf, sealContext } from './auction.ts'
import { hex, type Sha256 } from './chain.ts'
import { textBytes } from './merkle.ts'
import { seal, seedLength } from './timelock.ts'

export interface SealedBid {
  readonly bid: Bid
  readonly fingerprint: string
  /** Hex. */
  readonly sealed: string
}

export async function sealBid(
  sha256: Sha256,
  terms: Pick<AuctionTerms, 'auctionId' | 'beacon' | 'round'>,
  asked: { readonly bidId: string; readonly price: bigint; readonly lots: number },
  random: (length: number) => Uint8Array,
): Promise<SealedBid> {
  const { auctionId } = terms
  const salt = hex(random(32))
  const bid = { auctionId, ...asked, salt }
  const fingerprint = await fingerprintOf(sha256, bid)
  const context = sealContext(auctionId, asked.bidId, fingerprint)
  const sealed = await seal(sha256, terms, textBytes(bidText(bid)), context, random(seedLength))
  return { bid, fingerprint, sealed: hex(sealed) }
}
