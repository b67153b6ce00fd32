/** The part of an order's fee that is paid back. One coupon per order; its unused value is lost. */
export const rebateOf = (amount: bigint, fee: bigint): bigint => (fee < amount ? fee : amount)
