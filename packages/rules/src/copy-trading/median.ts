/** Fewer followers have no median: it would be the result of one person. */
export const minFollowersShown = 5

/** The middle of the results against the amounts, in hundredths of a percent; of two middles the mean, cut. */
export function followerMedianBp(
  copies: readonly { readonly result: bigint; readonly amount: bigint }[],
): number | null {
  if (copies.length < minFollowersShown) return null
  const sorted = copies
    .map(({ result, amount }) => Number((result * 10_000n) / amount))
    .toSorted((a, b) => a - b)
  const upper = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[upper]! : Math.trunc((sorted[upper - 1]! + sorted[upper]!) / 2)
}
