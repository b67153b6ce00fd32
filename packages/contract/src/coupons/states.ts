export const couponStates = ['available', 'used', 'expired'] as const
export type CouponState = (typeof couponStates)[number]
