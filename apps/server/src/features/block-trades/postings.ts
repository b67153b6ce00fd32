// The ledger entries of block trades. Pure: facts in, balanced entry out. The seat's shares are held from the listing on,
// the member's money from the application on; a trade moves both to the settlement date in one entry.

import { type Entry, entry, fees, member, seat, type SettlementDate, stock } from '@fairlot/ledger'

const cash = 'TWD'

const head = (id: string, event: string, now: Date) => ({
  event,
  reference: id,
  key: `${event} ${id}`,
  postedAt: now,
})

export interface ListedBlock {
  readonly id: string
  readonly seatId: string
  readonly symbol: string
  readonly holdId: string
}

export const listEntry = (listing: ListedBlock, shares: number, now: Date): Entry =>
  entry(head(listing.id, 'block.listed', now))
    .hold(listing.holdId, BigInt(shares), seat(listing.seatId).available(stock(listing.symbol)))
    .done()

/** The shares that no member bought. */
export const unlistEntry = (listing: ListedBlock, shares: number, now: Date): Entry =>
  entry(head(listing.id, 'block.unlisted', now))
    .release(listing.holdId, BigInt(shares), seat(listing.seatId).available(stock(listing.symbol)))
    .done()

export interface HeldBlock {
  readonly id: string
  readonly memberId: string
  readonly holdId: string
  readonly value: bigint
  readonly fee: bigint
}

export const holdEntry = ({ id, memberId, holdId, value, fee }: HeldBlock, now: Date): Entry =>
  entry(head(id, 'block.held', now))
    .hold(holdId, value + fee, member(memberId).available(cash))
    .done()

/** For a rejected, expired or cancelled application. */
export const releaseEntry = ({ id, memberId, holdId, value, fee }: HeldBlock, now: Date): Entry =>
  entry(head(id, 'block.released', now))
    .release(holdId, value + fee, member(memberId).available(cash))
    .done()

export interface TradedBlock extends HeldBlock {
  readonly shares: number
  readonly settlesOn: SettlementDate
  readonly listing: ListedBlock
}

/** Institutions pay no fee; both sides arrive on the settlement date. */
export function tradeEntry(block: TradedBlock, now: Date): Entry {
  const { id, memberId, holdId, value, fee, shares, settlesOn, listing } = block
  const buyer = member(memberId)
  const seller = seat(listing.seatId)
  const asset = stock(listing.symbol)
  const building = entry(head(id, 'block.traded', now))
    .capture(holdId, value, buyer.available(cash), seller.receivable(cash, settlesOn))
    .capture(listing.holdId, BigInt(shares), seller.available(asset), buyer.receivable(asset, settlesOn))
  if (fee > 0n) building.capture(holdId, fee, buyer.available(cash), fees('block', cash))
  return building.done()
}
