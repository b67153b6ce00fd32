import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { auctionProblem } from '@fairlot/rules/auctions'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { type AuctionPayload, offerOf } from '../auction-payload.ts'
import { isRemovable } from '../reviews.ts'
import { readAuction } from '../store.ts'
import { isSymbolTaken } from './store.ts'

/** Refuses: `auction.terms` with the first wrong field, `offer.symbol-taken`, and the refusals of a proposal. */
export async function proposeAuction(
  db: Db,
  { reason, ...asked }: ConsoleBodyOf<'/auctions/proposeAuction'>,
  proposing: Proposing,
): Promise<Proposed> {
  const payload: AuctionPayload = asked
  const field = auctionProblem(offerOf(payload), proposing.now)
  if (field !== undefined) return refuse('auction.terms', { field })
  if (await isSymbolTaken(db, asked.symbol)) return refuse('offer.symbol-taken', { field: 'symbol' })
  const subject = newId(proposing.now.getTime())
  return proposeReview(db, { kind: 'auction', subject, payload: { ...payload }, reason }, proposing)
}

/** Refuses: `request.not-found`, `offer.closed`, and the refusals of a proposal. */
export async function proposeRemoval(
  db: Db,
  { auctionId, reason }: ConsoleBodyOf<'/auctions/proposeRemoval'>,
  proposing: Proposing,
): Promise<Proposed> {
  const auction = await readAuction(db, auctionId)
  if (!auction) return refuse('request.not-found')
  if (!isRemovable(auction)) return refuse('offer.closed')
  const payload = { auctionId, symbol: auction.symbol }
  return proposeReview(db, { kind: 'auction-removal', subject: auctionId, payload, reason }, proposing)
}
