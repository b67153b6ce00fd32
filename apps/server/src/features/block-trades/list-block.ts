import { post } from '@fairlot/ledger'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import type { ListingPayload } from './listing-payload.ts'
import { listEntry } from './postings.ts'
import { insertListing, readSeats, readStockToday } from './store.ts'

export interface Listing {
  readonly payload: ListingPayload
  readonly reviewId: string
  readonly now: Date
  readonly requestId: string
}

/** How it ended: listed, or the reason why it could not be any more. Nothing is written then. */
export async function listBlock(
  tx: Tx,
  { payload, reviewId, now, requestId }: Listing,
): Promise<'passed' | 'too-late' | 'price-out-of-limits' | 'no-shares'> {
  const { listingId: id, symbol, price, shares, minShares, maxShares, date, passwordHash } = payload
  const closesAt = new Date(payload.closesAt)
  const stock = await readStockToday(tx, symbol)
  if (closesAt <= now || stock?.date !== date) return 'too-late'
  const { upper, lower } = stock
  if (upper === null || lower === null || price > upper || price < lower) return 'price-out-of-limits'
  const seat = (await readSeats(tx)).find(({ code }) => code === payload.seat)
  if (!seat) return 'no-shares'
  const { seatId } = seat
  const holdId = derivedId(`block listing hold ${id}`)
  const held = await post(tx, listEntry({ id, seatId, symbol, holdId }, shares, now))
  if (!held.ok) return 'no-shares'
  await insertListing(tx, {
    id,
    seatId,
    symbol,
    price,
    shares,
    minShares,
    maxShares,
    passwordMac: Buffer.from(passwordHash.mac, 'hex'),
    passwordKey: passwordHash.key,
    date,
    closesAt,
    holdId,
    reviewId,
    listedAt: now,
  })
  await recordAudit(tx, {
    action: 'block-trades.listed',
    actor: 'system',
    subject: `block-listing:${id}`,
    details: { reviewId, seat: payload.seat, symbol, price, shares, date, entryId: held.entryId },
    requestId,
  })
  return 'passed'
}
