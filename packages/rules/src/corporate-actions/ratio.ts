// How a stock dividend or a split changes the number of shares: exact integers, and a fraction of a share in cash. The functions
// app.write_adjustments and app.fraction_cash compute the same; a flow test compares them.

/** `from` shares become `to`. */
export interface ShareRatio {
  readonly to: bigint
  readonly from: bigint
}

export interface ShareTerms {
  /** New shares in millionths of a share held; 100,000 are a hundred new shares for a thousand. */
  readonly stockMicros: number
  readonly splitTo: number
  readonly splitFrom: number
}

export const noShares: ShareTerms = { stockMicros: 0, splitTo: 1, splitFrom: 1 }

const microsPerShare = 1_000_000

export const ratioOf = ({ stockMicros, splitTo, splitFrom }: ShareTerms): ShareRatio => ({
  to: BigInt(microsPerShare + stockMicros) * BigInt(splitTo),
  from: BigInt(microsPerShare) * BigInt(splitFrom),
})

export const isSplit = ({ splitTo, splitFrom }: ShareTerms): boolean => splitTo !== splitFrom
export const changesShares = (terms: ShareTerms): boolean => terms.stockMicros > 0 || isSplit(terms)

export interface AdjustedShares {
  readonly shares: number
  /** What is left of a share, in parts of `from`. */
  readonly remainder: bigint
}

/**
 * One position after the ratio. A position that owes money or shares keeps at least one share, so that its debt keeps a
 * position.
 */
export function adjustShares(shares: number, { to, from }: ShareRatio, owes = false): AdjustedShares {
  const exact = BigInt(shares) * to
  const whole = exact / from
  if (whole === 0n && owes && shares > 0) return { shares: 1, remainder: 0n }
  return { shares: Number(whole), remainder: exact - whole * from }
}

/** Whole dollars for a member's fractions, at a part of the reference price of the ex-date. */
export const fractionCash = (
  { from }: ShareRatio,
  remainder: bigint,
  { reference, fractionRate }: { readonly reference: number; readonly fractionRate: number },
): bigint => ((remainder * BigInt(reference) * BigInt(fractionRate)) / (from * 1_000_000n)) * 100n

/** New shares for a thousand held. */
export const perThousandText = (stockMicros: number): string =>
  (stockMicros / 1_000).toLocaleString('en-US', { maximumFractionDigits: 3 })
