// The ledger entries of a bid. Pure: facts in, balanced entry out. The price of won lots stays held until the shares are
// delivered.

import { type Entry, entry, fees, houseAccounts, member, stock } from '@fairlot/ledger'

const cash = 'TWD'

export interface MovedBid {
  readonly id: string
  readonly memberId: string
  readonly deposit: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly now: Date
}

const head = ({ id, now }: MovedBid, event: string, what: string = event) => ({
  event,
  reference: id,
  key: `${what} ${id}`,
  postedAt: now,
})
const availableOf = ({ memberId }: MovedBid) => member(memberId).available(cash)

export const bidEntry = (moved: MovedBid): Entry =>
  entry(head(moved, 'auction.held'))
    .hold(moved.holdId, moved.deposit + moved.fee, availableOf(moved))
    .done()

/** By the member before the close: the fee is charged. */
export const cancelEntry = (moved: MovedBid): Entry =>
  entry(head(moved, 'auction.cancelled'))
    .capture(moved.holdId, moved.fee, availableOf(moved), fees('auction', cash))
    .release(moved.holdId, moved.deposit, availableOf(moved))
    .done()

/** The bid takes no part through no act of the member's: everything returns, the fee too. */
export const releaseEntry = (moved: MovedBid): Entry =>
  entry(head(moved, 'auction.released'))
    .release(moved.holdId, moved.deposit + moved.fee, availableOf(moved))
    .done()

/** Charges the fee and returns the deposit except for what is kept for the lots that were won. */
export const openedEntry = (moved: MovedBid, kept: bigint): Entry =>
  entry(head(moved, 'auction.opened'))
    .capture(moved.holdId, moved.fee, availableOf(moved), fees('auction', cash))
    .release(moved.holdId, moved.deposit - kept, availableOf(moved))
    .done()

/** A winner's remaining price. */
export const payEntry = (moved: MovedBid, payHoldId: string, due: bigint): Entry =>
  entry(head(moved, 'auction.held', 'auction.payment'))
    .hold(payHoldId, due, availableOf(moved))
    .done()

export const forfeitEntry = (moved: MovedBid, kept: bigint): Entry =>
  entry(head(moved, 'auction.forfeited'))
    .capture(moved.holdId, kept, availableOf(moved), fees('auction-forfeits', cash))
    .done()

export interface WonLots {
  readonly symbol: string
  readonly shares: bigint
  /** Of all won lots: what was kept of the deposit, and the rest under the second hold. */
  readonly amount: bigint
  readonly kept: bigint
  readonly payHoldId: string
}

/** Delivery against payment: both holds go to the issue, the new shares to the member. */
export const deliverEntry = (moved: MovedBid, won: WonLots): Entry => {
  const [issue, asset] = [houseAccounts.issue(cash), stock(won.symbol)]
  return entry(head(moved, 'auction.delivered'))
    .capture(moved.holdId, won.kept, availableOf(moved), issue)
    .capture(won.payHoldId, won.amount - won.kept, availableOf(moved), issue)
    .move(won.shares, houseAccounts.issue(asset), member(moved.memberId).available(asset))
    .done()
}
