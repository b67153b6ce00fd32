import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { balanceOf, seat, stock as assetOf } from '@fairlot/ledger'
import { checkListing } from '@fairlot/rules/block-trades'
import { lotSize } from '@fairlot/rules/instruments'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import type { BlockTradesDeps } from './deps.ts'
import type { ListingPayload } from './listing-payload.ts'
import { hashBlockPassword } from './password.ts'
import { readListing, readSeats, readStockToday } from './store.ts'
import { blockTermsNow } from './terms-now.ts'

const maxPassword = 20

/** Refuses: `block-listing.*` where it cannot be listed today, `proposal.why`, `review.not-allowed`. */
export async function proposeListing(
  deps: Pick<BlockTradesDeps, 'db' | 'secrets' | 'profile' | 'calendar'>,
  body: ConsoleBodyOf<'/block-trades/proposeListing'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { db } = deps
  const { symbol, price, lots, minLots, maxLots, password, why } = body
  const { terms, day } = await blockTermsNow(db, deps, proposing.now)
  if (!day.isOpen) return refuse('block-listing.closed')
  const owner = (await readSeats(db)).find(({ code }) => code === body.seat)
  if (!owner) return refuse('block-listing.seat', { field: 'seat' })
  const stock = await readStockToday(db, symbol)
  if (stock?.date !== day.date || stock.reference === null)
    return refuse('block-listing.stock', { field: 'symbol' })
  const { reference, upper, lower } = stock
  const problem = checkListing(terms, { price, lots, minLots, maxLots }, { reference, upper, lower })
  if (problem) {
    const { field, rule } = problem
    return refuse('block-listing.terms', { field, params: { rule }, rule })
  }
  if (password.length < terms.passwordMin || password.length > maxPassword) {
    return refuse('block-listing.password', { field: 'password' })
  }
  const shares = lots * lotSize
  const left = await balanceOf(db, seat(owner.seatId).available(assetOf(symbol)))
  if (left < BigInt(shares)) {
    return refuse('block-listing.shares', { field: 'lots', params: { left: Number(left) / lotSize } })
  }
  const listingId = newId(proposing.now.getTime())
  const payload: ListingPayload = {
    listingId,
    seat: owner.code,
    symbol,
    price,
    shares,
    minShares: minLots * lotSize,
    maxShares: maxLots * lotSize,
    date: day.date,
    closesAt: new Date(day.closesAt).toISOString(),
    passwordHash: hashBlockPassword(deps.secrets, listingId, password),
  }
  return proposeReview(db, { kind: 'block-listing', subject: listingId, payload, reason: why }, proposing)
}

/** Refuses: `request.not-found` for one that has ended, `proposal.why`, `proposal.open`, `review.not-allowed`. */
export async function proposeEnd(
  { db }: Pick<BlockTradesDeps, 'db'>,
  { listingId, why }: ConsoleBodyOf<'/block-trades/proposeEnd'>,
  proposing: Proposing,
): Promise<Proposed> {
  const listing = await readListing(db, listingId)
  if (listing?.state !== 'open') return refuse('request.not-found', { field: 'listingId' })
  const proposal = {
    kind: 'block-listing-end',
    subject: listingId,
    payload: { listingId },
    reason: why,
  } as const
  return proposeReview(db, proposal, proposing)
}
