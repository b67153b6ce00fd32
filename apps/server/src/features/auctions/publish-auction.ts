import {
  type AuctionTerms,
  auctionTermsHash,
  auctionText,
  type BeaconChain,
  canonicalJson,
  roundAfter,
} from '@fairlot/proof'
import { type AuctionOffer, auctionsRules, capLotsOf } from '@fairlot/rules/auctions'
import { sha256, signText } from '#features/draws'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { insertAuction } from './console/store.ts'

export interface PublishDeps {
  readonly secrets: Secrets
  /** The beacon that bids are sealed to. */
  readonly beacon: BeaconChain
}

/** Signs and stores the terms. Bids are sealed to the first round at or after the opening. */
export async function publishAuction(
  tx: Tx,
  { secrets, beacon }: PublishDeps,
  offer: AuctionOffer,
  { auctionId, reviewId, now }: { readonly auctionId: string; readonly reviewId: string; readonly now: Date },
): Promise<void> {
  const fee = BigInt(auctionsRules.fee.default)
  const deposit = auctionsRules.deposit.default
  const capLots = capLotsOf(offer.lots)
  const round = roundAfter(beacon, offer.opensAt.getTime())
  const terms: AuctionTerms = {
    auctionId,
    symbol: offer.symbol,
    title: offer.name,
    floorPrice: offer.floorPrice.toString(),
    lots: offer.lots,
    minLots: offer.minLots,
    maxLots: offer.maxLots,
    capLots,
    fee: fee.toString(),
    deposit,
    startsAt: offer.startsAt.toISOString(),
    closesAt: offer.closesAt.toISOString(),
    opensAt: offer.opensAt.toISOString(),
    payBy: offer.payBy.toISOString(),
    beacon,
    round,
  }
  const text = canonicalJson(terms)
  const hash = await auctionTermsHash(sha256, text)
  const signed = signText(secrets, auctionText(auctionId, hash, now.toISOString()))
  await insertAuction(tx, {
    ...offer,
    ...signed,
    id: auctionId,
    reviewId,
    capLots,
    fee,
    deposit,
    round,
    terms: text,
    at: now,
  })
}
