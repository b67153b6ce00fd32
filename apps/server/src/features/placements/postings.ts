// The ledger entries of placements. Pure: facts in, balanced entry out. The seat's shares are held from the publication on,
// the member's money from the application on; an allotment moves both to the delivery date in one entry.

import { type Entry, entry, member, seat, type SettlementDate, stock } from '@fairlot/ledger'
import { lotSize } from '@fairlot/rules/instruments'
import { placementCost } from '@fairlot/rules/placements'

const cash = 'TWD'

const head = (id: string, event: string, now: Date) => ({
  event,
  reference: id,
  key: `${event} ${id}`,
  postedAt: now,
})

export interface ListedShares {
  readonly id: string
  readonly seatId: string
  readonly symbol: string
  readonly holdId: string
}

const shares = (lots: number): bigint => BigInt(lots) * BigInt(lotSize)

export const listEntry = (listed: ListedShares, lots: number, now: Date): Entry =>
  entry(head(listed.id, 'placement.listed', now))
    .hold(listed.holdId, shares(lots), seat(listed.seatId).available(stock(listed.symbol)))
    .done()

/** The lots that no member got. */
export const unlistEntry = (listed: ListedShares, lots: number, now: Date): Entry =>
  entry(head(listed.id, 'placement.unlisted', now))
    .release(listed.holdId, shares(lots), seat(listed.seatId).available(stock(listed.symbol)))
    .done()

export interface HeldApplication {
  readonly id: string
  readonly memberId: string
  readonly holdId: string
  readonly amount: bigint
}

export const holdEntry = ({ id, memberId, holdId, amount }: HeldApplication, now: Date): Entry =>
  entry(head(id, 'placement.held', now))
    .hold(holdId, amount, member(memberId).available(cash))
    .done()

/** Cancelled, void, or nothing was allotted. */
export const releaseEntry = ({ id, memberId, holdId, amount }: HeldApplication, now: Date): Entry =>
  entry(head(id, 'placement.released', now))
    .release(holdId, amount, member(memberId).available(cash))
    .done()

export interface AllottedPlacement extends ListedShares {
  readonly price: number
  readonly settlesOn: SettlementDate
}

/** The price of the allotted lots to the seat, the rest back to the member, the shares to the member; no fee. */
export function allotEntry(
  application: HeldApplication,
  lots: number,
  placement: AllottedPlacement,
  now: Date,
): Entry {
  const { id, memberId, holdId, amount } = application
  const buyer = member(memberId)
  const seller = seat(placement.seatId)
  const asset = stock(placement.symbol)
  const paid = placementCost(placement.price, lots)
  const building = entry(head(id, 'placement.allotted', now))
    .capture(holdId, paid, buyer.available(cash), seller.receivable(cash, placement.settlesOn))
    .capture(
      placement.holdId,
      shares(lots),
      seller.available(asset),
      buyer.receivable(asset, placement.settlesOn),
    )
  if (amount > paid) building.release(holdId, amount - paid, buyer.available(cash))
  return building.done()
}
