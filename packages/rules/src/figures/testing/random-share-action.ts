// A stock dividend or a split of a random account, as app.write_adjustments does it.

import { adjustShares, type ShareRatio } from '../../corporate-actions/ratio.ts'
import { closingShares, type OpenHolding } from '../../orders/closing-shares.ts'

interface Adjustable extends OpenHolding {
  shares: number
  openedShares: number
  realised: bigint
}

export const shareRatios: readonly ShareRatio[] = [
  { to: 1_100_000n, from: 1_000_000n },
  { to: 1_033_333n, from: 1_000_000n },
  { to: 4n, from: 1n },
  { to: 1n, from: 7n },
]

/** What the closed shares have used of cost or proceeds. */
function usedBasis(position: OpenHolding): bigint {
  const closed = position.openedShares - position.shares
  if (closed === 0) return 0n
  const whole = { ...position, shares: position.openedShares }
  const { openedValue, openFee, openTax, borrowFee } = closingShares(whole, closed)
  const costs = openFee + openTax + borrowFee
  return position.direction === 'long' ? openedValue + costs : openedValue - costs
}

/** Multiplies one position; answers how many shares came and what the rounding of earlier closes made. */
export function adjustPosition(
  position: Adjustable,
  ratio: ShareRatio,
): { readonly added: number; readonly realised: bigint } {
  const { shares, openedShares, direction } = position
  const used = usedBasis(position)
  const after = adjustShares(shares, ratio, true).shares
  position.shares = after
  position.openedShares = after + adjustShares(openedShares - shares, ratio).shares
  const change = used - usedBasis(position)
  const realised = direction === 'long' ? change : -change
  position.realised += realised
  return { added: after - shares, realised }
}
