// The amounts that belong to the closed part of a position. Loan, interest and collateral are current amounts, so a
// part is cut from them and the last part takes the remainder. Opening value and costs are of the whole, so a part is the
// difference of two cuts. Either way the parts sum to the whole, and several fills of one close order take together as
// much as a single one: what they took before is counted in.

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

/** What the earlier fills of the same close order took: shares, and of each amount. */
export interface ClosedSoFar {
  readonly filled: number
  readonly loanRepaid: bigint
  readonly interestPaid: bigint
  readonly collateralFreed: bigint
}

const nothing: ClosedSoFar = { filled: 0, loanRepaid: 0n, interestPaid: 0n, collateralFreed: 0n }

export interface ClosingShares {
  readonly loan: bigint
  readonly interest: bigint
  readonly collateral: bigint
  readonly openedValue: bigint
  readonly openFee: bigint
  readonly openTax: bigint
  readonly borrowFee: bigint
}

export function closingShares(
  holding: OpenHolding,
  quantity: number,
  soFar: ClosedSoFar = nothing,
): ClosingShares {
  const q = BigInt(quantity)
  const open = BigInt(holding.shares)
  const all = BigInt(holding.openedShares)
  const before = all - open
  const closed = BigInt(soFar.filled)
  const ofLeft = (amount: bigint, taken: bigint): bigint => {
    if (q === open) return amount
    const part = ((amount + taken) * (closed + q)) / (closed + open) - taken
    // Another close of the same position can have run in between and left a cent less.
    return part < 0n ? 0n : part > amount ? amount : part
  }
  const ofWhole = (amount: bigint): bigint => (amount * (before + q)) / all - (amount * before) / all
  return {
    loan: ofLeft(holding.loan, soFar.loanRepaid),
    interest: ofLeft(holding.interest, soFar.interestPaid),
    collateral: ofLeft(holding.collateral, soFar.collateralFreed),
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
