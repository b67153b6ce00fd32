import type { CouponState } from '@fairlot/contract/coupons'

/** A coupon is used by one order or expires; neither can be undone. */
export const couponTransitions: readonly (readonly [CouponState, CouponState])[] = [
  ['available', 'used'],
  ['available', 'expired'],
]
