// The ledger entries of coupons. Pure: facts in, balanced entry out.

import { type Entry, entry, houseAccounts, member } from '@fairlot/ledger'

const cash = 'TWD'

/** The house spends the money at the grant; from then on it is reserved for the members' orders. */
export const grantEntry = (grantId: string, total: bigint, now: Date): Entry =>
  entry({ event: 'coupon.granted', reference: grantId, key: `coupon-grant ${grantId}`, postedAt: now })
    .move(total, houseAccounts.promotion(cash), houseAccounts.coupons(cash))
    .done()

export interface PaidVoucher {
  readonly couponId: string
  readonly memberId: string
  readonly orderId: string
  readonly amount: bigint
  /** The part of the order's fee that is paid back. */
  readonly rebate: bigint
  readonly now: Date
}

/** The fee was charged in full; this part of it is paid back. The unused part of the coupon returns to the house. */
export const rebateEntry = ({ couponId, memberId, orderId, amount, rebate, now }: PaidVoucher): Entry =>
  entry({ event: 'coupon.rebated', reference: orderId, key: `coupon ${couponId}`, postedAt: now })
    .move(rebate, houseAccounts.coupons(cash), member(memberId).available(cash))
    .move(amount - rebate, houseAccounts.coupons(cash), houseAccounts.promotion(cash))
    .done()

/** The coupons expired unused. */
export const expiryEntry = (sweepId: string, total: bigint, now: Date): Entry =>
  entry({ event: 'coupon.expired', reference: sweepId, key: `coupons-expired ${sweepId}`, postedAt: now })
    .move(total, houseAccounts.coupons(cash), houseAccounts.promotion(cash))
    .done()
