import { multiplyRatio } from '@fairlot/money'

/**
 * A part of a whole in hundredths of a percent, rounded half away from zero, so that a loss never looks smaller than it
 * is; null when the whole is zero or negative. Every percentage of a result or of a share of the account is this one.
 */
export const percentBp = (part: bigint, whole: bigint): number | null =>
  whole <= 0n ? null : Number(multiplyRatio(part, 10_000n, whole))

/** A profit in percent of the money that was there: the total at the beginning and what was paid in since. */
export const profitPercent = (profit: bigint, opening: bigint, paidIn: bigint): number | null =>
  percentBp(profit, opening + (paidIn > 0n ? paidIn : 0n))
