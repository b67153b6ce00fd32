export const couponStates = ['available', 'used', 'expired'] as const
export type CouponState = (typeof couponStates)[number]

/** What a voucher pays. Tax is the treasury's and no voucher pays it. */
export const couponFees = ['brokerage'] as const
export type CouponFee = (typeof couponFees)[number]
