// What belongs to the part of a holding that is closed. Loan, interest and collateral are what is left now, so a part is
// cut from them and the last part takes the rest; opening value and costs are of the whole, so a part is the difference
// of two cuts. Either way the parts sum to the whole.

export interface OpenHolding {
  readonly direction: 'long' | 'short'
  readonly openedShares: number
  /** Open now. */
  readonly shares: number
  readonly openedValue: bigint
  readonly openFee: bigint
  readonly openTax: bigint
  readonly borrowFee: bigint
  readonly loan: bigint
  readonly interest: bigint
  readonly collateral: bigint
}

export interface ClosingShares {
  readonly loan: bigint
  readonly interest: bigint
  readonly collateral: bigint
  readonly openedValue: bigint
  readonly openFee: bigint
  readonly openTax: bigint
  readonly borrowFee: bigint
}

export function closingShares(holding: OpenHolding, quantity: number): ClosingShares {
  const q = BigInt(quantity)
  const open = BigInt(holding.shares)
  const all = BigInt(holding.openedShares)
  const before = all - open
  const ofLeft = (amount: bigint): bigint => (q === open ? amount : (amount * q) / open)
  const ofWhole = (amount: bigint): bigint => (amount * (before + q)) / all - (amount * before) / all
  return {
    loan: ofLeft(holding.loan),
    interest: ofLeft(holding.interest),
    collateral: ofLeft(holding.collateral),
    openedValue: ofWhole(holding.openedValue),
    openFee: ofWhole(holding.openFee),
    openTax: ofWhole(holding.openTax),
    borrowFee: ofWhole(holding.borrowFee),
  }
}

/** Result of closed shares after all costs of both sides. */
export function realisedOf(
  direction: 'long' | 'short',
  opened: Pick<ClosingShares, 'openedValue' | 'openFee' | 'openTax' | 'borrowFee'>,
  closed: { readonly value: bigint; readonly fee: bigint; readonly tax: bigint; readonly interest: bigint },
): bigint {
  const gross = direction === 'long' ? closed.value - opened.openedValue : opened.openedValue - closed.value
  return (
    gross - opened.openFee - opened.openTax - opened.borrowFee - closed.fee - closed.tax - closed.interest
  )
}
