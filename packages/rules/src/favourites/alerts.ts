// When a price alert can be set and when a trade triggers it. Prices are hundredths of a dollar; `moves` counts
// hundredths of a percent of the day's reference price, up or down.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { isOnTick, limitsOf } from '../instruments/index.ts'

export type AlertKind = 'rises-to' | 'falls-to' | 'moves'

export interface AlertTerms {
  readonly kind: AlertKind
  readonly threshold: number
}

/** The instrument's state today. */
export interface AlertGround {
  readonly kind: InstrumentKind
  readonly limited: boolean
  readonly reference: number
}

/** 100 %: even without a daily limit an instrument is not expected to move further in a day. */
const furthestMove = 10_000

/** Whether a trade could trigger it today: on its tick and inside the limits, or a move the limits allow. */
export function isAlertPossible({ kind, threshold }: AlertTerms, ground: AlertGround): boolean {
  if (!Number.isSafeInteger(threshold) || threshold <= 0) return false
  const limits = limitsOf(ground.kind, ground.reference, ground.limited)
  if (kind === 'moves') {
    if (limits === undefined) return threshold <= furthestMove
    return (
      isReached({ kind, threshold }, limits.upper, ground.reference) ||
      isReached({ kind, threshold }, limits.lower, ground.reference)
    )
  }
  if (!isOnTick(ground.kind, threshold)) return false
  return limits === undefined || (threshold >= limits.lower && threshold <= limits.upper)
}

export function isReached({ kind, threshold }: AlertTerms, price: number, reference: number): boolean {
  if (kind === 'rises-to') return price >= threshold
  if (kind === 'falls-to') return price <= threshold
  // Both sides times 10,000, so that no percentage is rounded.
  return Math.abs(price - reference) * 10_000 >= threshold * reference
}

/** How far a price is from the reference, in whole hundredths of a percent, rounded towards zero. */
export const moveOf = (price: number, reference: number): number =>
  Math.floor((Math.abs(price - reference) * 10_000) / reference)
