import { bidProblem, clearAuction, tieOf, ownBid, sealContext } from '@fairlot/proof'
import { depositOf } from '@fairlot/rules/auctions'
import { isOnTick } from '@fairlot/rules/instruments'
import { sha256 } from '#features/draws'
import type { Tx } from '#platform/db'
import { amountOf } from '../show.ts'
import type { AuctionRow } from '../store.ts'
import {
  type OpenedUpdate,
  readUnopened,
  readValid,
  type SealedBid,
  setState,
  writeAwards,
  writeOpened,
} from './store.ts'

/** Opening one takes some hundredths of a second. */
const batch = 100

/** Opens a batch of bids with the published round. Returns how many it opened. */
export async function openBatch(tx: Tx, auction: AuctionRow): Promise<number> {
  const sealed = await readUnopened(tx, auction.id, batch)
  const opened: OpenedUpdate[] = []
  for (const bid of sealed) opened.push(await openBid(auction, bid))
  if (opened.length > 0) await writeOpened(tx, opened)
  return opened.length
}

const stockTick = (price: bigint): boolean => isOnTick('stock', Number(price))

/** Anything but the bid of the fingerprint stays unopened, whatever else is in the sealed text. */
async function openBid(
  auction: AuctionRow,
  { bidId, fingerprint, sealed, ceiling }: SealedBid,
): Promise<OpenedUpdate> {
  const { unseal } = await import('@fairlot/proof/timelock')
  const { id: auctionId, round } = auction
  const text = await unseal(
    sha256,
    { round, signature: auction.beaconSignature! },
    Buffer.from(sealed, 'hex'),
    sealContext(auctionId, bidId, fingerprint),
  )
  const listed = { auctionId, bidId, fingerprint }
  const bid = text && (await ownBid({ sha256 }, listed, new TextDecoder().decode(text)))
  if (bid === undefined) return { bidId, price: null, lots: null, salt: null, problem: 'sealed' }
  const { price, lots, salt } = bid
  return { bidId, price, lots, salt, problem: bidProblem(auction, bid, ceiling, stockTick) ?? null }
}

/** Gives the lots once every bid is opened. The result follows from what is published: after a crash it is the same. */
export async function clear(tx: Tx, auction: AuctionRow): Promise<number> {
  const valid = await readValid(tx, auction.id)
  const of = { auctionId: auction.id, root: auction.root!, randomness: auction.randomness! }
  const bids = []
  for (const bid of valid) bids.push({ ...bid, tie: await tieOf(sha256, of, bid.fingerprint) })
  const byFingerprint = new Map(bids.map((bid) => [bid.fingerprint, bid]))
  const awards = clearAuction(auction, bids).map(({ fingerprint, rank, lots: awarded }) => {
    const { bidId, price } = byFingerprint.get(fingerprint)!
    return { bidId, rank, awarded, kept: depositOf(amountOf({ price, awarded }), auction.deposit) }
  })
  await writeAwards(tx, awards)
  await setState(tx, auction.id, 'cleared')
  return awards.length
}
