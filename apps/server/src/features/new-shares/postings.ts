// The ledger entries of an application for new shares. Pure: facts in, balanced entry out. The price stays held until the
// shares are delivered: a member's total never misses money for shares that have not arrived.

import type { PaymentMode } from '@fairlot/contract/new-shares'
import { type Entry, entry, fees, houseAccounts, member, stock } from '@fairlot/ledger'

const cash = 'TWD'

export interface MovedApplication {
  readonly id: string
  readonly memberId: string
  readonly paymentMode: PaymentMode
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly now: Date
}

const head = ({ id, now }: MovedApplication, event: string, what: string = event) => ({
  event,
  reference: id,
  key: `${what} ${id}`,
  postedAt: now,
})

const heldAtFirst = ({ paymentMode, amount, fee }: MovedApplication): bigint =>
  paymentMode === 'prepaid' ? amount + fee : fee

export const applyEntry = (moved: MovedApplication): Entry =>
  entry(head(moved, 'subscription.held'))
    .hold(moved.holdId, heldAtFirst(moved), member(moved.memberId).available(cash))
    .done()

/** Cancelled before the close, not qualified, or the draw is void: all of it returns, the fee too. */
export const releaseEntry = (moved: MovedApplication): Entry =>
  entry(head(moved, 'subscription.released'))
    .release(moved.holdId, heldAtFirst(moved), member(moved.memberId).available(cash))
    .done()

/** The fee is charged once the draw has decided. The price of an application that was not drawn returns. */
export function drawnEntry(moved: MovedApplication, isWon: boolean): Entry {
  const available = member(moved.memberId).available(cash)
  const charged = entry(head(moved, 'subscription.drawn')).capture(
    moved.holdId,
    moved.fee,
    available,
    fees('subscription', cash),
  )
  const isReturned = !isWon && moved.paymentMode === 'prepaid'
  return (isReturned ? charged.release(moved.holdId, moved.amount, available) : charged).done()
}

/** A winner who pays after the draw: the price is held from then on. */
export const payEntry = (moved: MovedApplication, payHoldId: string): Entry =>
  entry(head(moved, 'subscription.held', 'subscription.payment'))
    .hold(payHoldId, moved.amount, member(moved.memberId).available(cash))
    .done()

export interface DeliveredApplication extends MovedApplication {
  readonly payHoldId: string | null
  readonly shares: number
  readonly symbol: string
}

/** Delivery against payment: the held price goes to the issue, the new shares to the member. */
export const deliverEntry = (moved: DeliveredApplication): Entry => {
  const owner = member(moved.memberId)
  const asset = stock(moved.symbol)
  return entry(head(moved, 'subscription.delivered'))
    .capture(moved.payHoldId ?? moved.holdId, moved.amount, owner.available(cash), houseAccounts.issue(cash))
    .move(BigInt(moved.shares), houseAccounts.issue(asset), owner.available(asset))
    .done()
}
