/** What comes back of an order's fee. One voucher per order, and no change is given: what it does not pay is lost. */
export const rebateOf = (amount: bigint, fee: bigint): bigint => (fee < amount ? fee : amount)
