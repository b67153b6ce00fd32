// A whole auction for tests, made the way phones and the server make one, with keys of its own.

import { randomBytes, randomUUID } from 'node:crypto'
import { beaconPublicKey, signRound } from '../beacon.ts'
import {
  auctionTermsHash,
  type AuctionTerms,
  auctionText,
  type Bid,
  bidText,
  fingerprintOf,
  listedText,
  tieOf,
  personOf,
  sealContext,
} from '../auction.ts'
import type { AuctionBook, BookedBid } from '../check-auction.ts'
import { bidProblem, clearAuction, type OpenedBid } from '../clear-auction.ts'
import { canonicalJson, practiceChain, timeOfRound } from '../draw.ts'
import { listRoot } from '../draw-list.ts'
import { hex } from '../chain.ts'
import { textBytes } from '../merkle.ts'
import { seal, seedLength } from '../timelock.ts'
import { treeRootText } from '../tree-root.ts'
import { beaconKey, sha256, signedWith } from './made-draw.ts'

const chain = practiceChain(beaconPublicKey(beaconKey))
const round = 9_000_001
const at = (seconds: number): string => new Date(timeOfRound(chain, round) + seconds * 1_000).toISOString()
export const everyPrice = (): boolean => true

export interface AskedBid {
  readonly member: string
  readonly price: bigint
  readonly lots: number
  readonly ceiling: bigint
  /** The phone sent something else than the bid of the fingerprint. */
  readonly isDamaged?: boolean
}

export async function makeAuction(
  { lots, capLots }: { readonly lots: number; readonly capLots: number },
  asked: readonly AskedBid[],
): Promise<AuctionBook> {
  const auctionId = randomUUID()
  const terms: AuctionTerms = {
    auctionId,
    symbol: 'S110',
    title: { tw: '曜石光電', en: 'Obsidian Photonics' },
    floorPrice: '6000',
    lots,
    minLots: 1,
    maxLots: capLots,
    capLots,
    fee: '40000',
    deposit: 5_000,
    startsAt: at(-90_000),
    closesAt: at(-7_200),
    opensAt: at(0),
    payBy: at(90_000),
    beacon: chain,
    round,
  }
  const beacon = await signRound(sha256, beaconKey, round)
  const sent = await Promise.all(asked.map((bid) => send(terms, bid)))
  const bids = sent.toSorted((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
  const tree = {
    kind: 'auctions',
    asset: auctionId,
    date: at(0).slice(0, 10),
    part: 1,
    leaves: bids.length,
    total: '0',
    root: await listRoot(sha256, bids.map(listedText)),
    builtAt: at(-7_190),
    asOf: '1:1:',
  }
  const of = { auctionId, root: tree.root, randomness: beacon.randomness }
  const opened: OpenedBid[] = await Promise.all(
    bids
      .filter(({ problem }) => problem === null)
      .map(async ({ fingerprint, person, opened: values }) => ({
        fingerprint,
        person,
        price: BigInt(values!.price),
        lots: values!.lots,
        tie: await tieOf(sha256, of, fingerprint),
      })),
  )
  const awards = new Map(clearAuction(terms, opened).map((award) => [award.fingerprint, award]))
  const text = canonicalJson(terms)
  const publishedAt = at(-100_000)
  return {
    terms: text,
    announcement: {
      publishedAt,
      ...signedWith(auctionText(auctionId, await auctionTermsHash(sha256, text), publishedAt)),
    },
    root: { ...tree, ...signedWith(treeRootText(tree)) },
    beacon,
    bids: bids.map((bid) => ({
      ...bid,
      rank: awards.get(bid.fingerprint)?.rank ?? null,
      awarded: awards.get(bid.fingerprint)?.lots ?? 0,
    })),
  }
}

async function send(
  terms: AuctionTerms,
  { member, price, lots, ceiling, isDamaged }: AskedBid,
): Promise<BookedBid> {
  const { auctionId } = terms
  const bid: Bid = {
    auctionId,
    bidId: randomUUID(),
    price,
    lots,
    salt: randomBytes(32).toString('hex'),
  }
  const fingerprint = await fingerprintOf(sha256, bid)
  const sent = isDamaged === true ? { ...bid, lots: lots + 1 } : bid
  const sealed = await seal(
    sha256,
    terms,
    textBytes(bidText(sent)),
    sealContext(auctionId, bid.bidId, fingerprint),
    randomBytes(seedLength),
  )
  const limits = { ...terms, floorPrice: BigInt(terms.floorPrice) }
  return {
    bidId: bid.bidId,
    person: await personOf(sha256, auctionId, member),
    fingerprint,
    ceiling: ceiling.toString(),
    sealHash: hex(await sha256(new Uint8Array(sealed))),
    sealed: hex(sealed),
    opened: isDamaged === true ? null : { price: price.toString(), lots, salt: bid.salt },
    problem: isDamaged === true ? 'sealed' : (bidProblem(limits, bid, ceiling, everyPrice) ?? null),
    rank: null,
    awarded: 0,
  }
}
