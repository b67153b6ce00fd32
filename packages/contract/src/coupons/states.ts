export const couponStates = ['available', 'used', 'expired'] as const
export type CouponState = (typeof couponStates)[number]

/** The fees a coupon can pay. Coupons never pay tax, which belongs to the treasury. */
export const couponFees = ['brokerage'] as const
export type CouponFee = (typeof couponFees)[number]
