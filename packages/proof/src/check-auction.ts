// Repeats an auction from its published book and says for each step whether it holds. Nothing in the book is believed:
// every hash is made again, every signature is checked, every lot is given again.

import {
  auctionTermsHash,
  auctionTermsOf,
  type AuctionTerms,
  auctionText,
  type Bid,
  fingerprintOf,
  type ListedBid,
  listedText,
  tieOf,
  readBid,
} from './auction.ts'
import { checkRoot, type SignedRoot, type Tools, type Verdict } from './check-evidence.ts'
import { bidProblem, type BidProblem, clearAuction, type OpenedBid } from './clear-auction.ts'
import { isKnownBeacon, type ReadRandomness } from './draw.ts'
import type { SignedText } from './draw-file.ts'
import { listRoot } from './draw-list.ts'

export const auctionSteps = ['terms', 'list', 'beacon', 'bids', 'result'] as const
export type AuctionStep = (typeof auctionSteps)[number]

export interface BookedBid extends ListedBid {
  /** Hex. */
  readonly sealed: string
  /** Null when the sealed text is no bid with this fingerprint. */
  readonly opened: { readonly price: string; readonly lots: number; readonly salt: string } | null
  /** Why it takes no part. */
  readonly problem: BidProblem | null
  readonly rank: number | null
  readonly awarded: number
}

export interface AuctionBook {
  /** Canonical JSON of AuctionTerms. */
  readonly terms: string
  readonly announcement: SignedText & { readonly publishedAt: string }
  readonly root: SignedRoot
  readonly beacon: { readonly round: number; readonly signature: string; readonly randomness: string }
  /** In the order of the list: by fingerprint. */
  readonly bids: readonly BookedBid[]
}

export interface AuctionTools extends Tools {
  /** `randomnessOf` of the entry `@fairlot/proof/beacon`. */
  readonly randomness: ReadRandomness
  /** The text of a sealed bid, opened with the round; undefined when it does not open. */
  readonly unsealed: (bid: BookedBid, auctionId: string) => Promise<string | undefined>
  readonly isOnTick: (price: bigint) => boolean
}

export type AuctionVerdict = Readonly<Record<AuctionStep, Verdict>>

const verdict = (answer: boolean): Verdict => (answer ? 'right' : 'wrong')

export async function checkAuction(tools: AuctionTools, book: AuctionBook): Promise<AuctionVerdict> {
  const terms = auctionTermsOf(book.terms)
  if (terms === undefined) {
    return Object.fromEntries(auctionSteps.map((step) => [step, 'wrong'])) as AuctionVerdict
  }
  return {
    terms: await checkTerms(tools, book, terms),
    list: await checkList(tools, book, terms),
    beacon: verdict(
      book.beacon.round === terms.round &&
        (await tools.randomness(terms.beacon, book.beacon)) === book.beacon.randomness,
    ),
    bids: verdict(await areBidsRight(tools, book, terms)),
    result: verdict(await isResultRight(tools, book, terms)),
  }
}

/** Signed before the first bid. Only the practice beacon may have another key than the one every reader knows. */
async function checkTerms(
  { sha256, signed }: Tools,
  { terms: text, announcement }: AuctionBook,
  { auctionId, startsAt, beacon }: AuctionTerms,
): Promise<Verdict> {
  if (!isKnownBeacon(beacon) || announcement.publishedAt >= startsAt) return 'wrong'
  const signedText = auctionText(auctionId, await auctionTermsHash(sha256, text), announcement.publishedAt)
  const answer = await signed(announcement.publicKey, signedText, announcement.signature)
  return answer === undefined ? 'unknown' : verdict(answer)
}

/** The bids are those of the list that was signed after the close and before the round of the opening. */
async function checkList(
  tools: Tools,
  { root, bids }: AuctionBook,
  { auctionId, closesAt, opensAt }: AuctionTerms,
): Promise<Verdict> {
  const isOfAuction =
    root.kind === 'auctions' &&
    root.asset === auctionId &&
    root.part === 1 &&
    root.leaves === bids.length &&
    root.builtAt >= closesAt &&
    root.builtAt < opensAt
  const isSorted = bids.every((bid, n) => n === 0 || bids[n - 1]!.fingerprint < bid.fingerprint)
  if (!isOfAuction || !isSorted) return 'wrong'
  const made = await listRoot(tools.sha256, bids.map(listedText))
  return made === root.root ? checkRoot(tools, root) : 'wrong'
}

/** Every opened bid has its fingerprint, and every bid without a part is without one for the stated reason. */
async function areBidsRight(tools: AuctionTools, book: AuctionBook, terms: AuctionTerms): Promise<boolean> {
  const limits = { ...terms, floorPrice: BigInt(terms.floorPrice) }
  for (const bid of book.bids) {
    const found = await bidOf(tools, terms, bid)
    if (found === undefined) {
      if (bid.problem !== 'sealed' || bid.opened !== null) return false
    } else if (bid.problem !== (bidProblem(limits, found, BigInt(bid.ceiling), tools.isOnTick) ?? null)) {
      return false
    }
  }
  return true
}

/** From the published values when they have the fingerprint; otherwise opened here. */
async function bidOf(
  tools: AuctionTools,
  { auctionId }: AuctionTerms,
  listed: BookedBid,
): Promise<Bid | undefined> {
  const { bidId, fingerprint, opened } = listed
  if (opened !== null) {
    const bid = { ...opened, auctionId, bidId, price: BigInt(opened.price) }
    return (await fingerprintOf(tools.sha256, bid)) === fingerprint ? bid : undefined
  }
  const text = await tools.unsealed(listed, auctionId)
  return text === undefined ? undefined : ownBid(tools, { auctionId, bidId, fingerprint }, text)
}

/** The bid of a text, when it is the one that was listed. */
export async function ownBid(
  { sha256 }: Pick<Tools, 'sha256'>,
  listed: { readonly auctionId: string; readonly bidId: string; readonly fingerprint: string },
  text: string,
): Promise<Bid | undefined> {
  const bid = readBid(text)
  const isOwn =
    bid?.auctionId === listed.auctionId &&
    bid.bidId === listed.bidId &&
    (await fingerprintOf(sha256, bid)) === listed.fingerprint
  return isOwn ? bid : undefined
}

async function isResultRight(
  { sha256 }: Tools,
  { bids, root, beacon }: AuctionBook,
  terms: AuctionTerms,
): Promise<boolean> {
  const of = { auctionId: terms.auctionId, root: root.root, randomness: beacon.randomness }
  const opened: OpenedBid[] = []
  for (const { fingerprint, person, opened: values, problem } of bids) {
    if (problem !== null || values === null) continue
    const { lots } = values
    const tie = await tieOf(sha256, of, fingerprint)
    opened.push({ fingerprint, person, lots, price: BigInt(values.price), tie })
  }
  const awards = new Map(clearAuction(terms, opened).map((award) => [award.fingerprint, award]))
  return bids.every(({ fingerprint, rank, awarded }) => {
    const award = awards.get(fingerprint)
    return (award?.rank ?? null) === rank && (award?.lots ?? 0) === awarded
  })
}
