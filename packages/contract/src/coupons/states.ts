export const couponStates = ['available', 'used', 'expired'] as const
export type CouponState = (typeof couponStates)[number]

/** The fees a voucher can pay. Vouchers never pay tax, which belongs to the treasury. */
export const couponFees = ['brokerage'] as const
export type CouponFee = (typeof couponFees)[number]
