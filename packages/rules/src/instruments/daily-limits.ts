// How far a price can move in a day: ten per cent from the opening reference price, rounded towards the reference to
// the tick of the band the limit itself falls in (98.70 can rise to 108.50: above 100 the tick is 0.50).

import type { InstrumentKind } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick, stepPrice } from './ticks.ts'

export interface DailyLimits {
  readonly upper: number
  readonly lower: number
}

/**
 * Returns undefined for an instrument without a daily limit: a new listing in its first five days, or a fund with
 * foreign components.
 */
export function limitsOf(kind: InstrumentKind, reference: number, limited: boolean): DailyLimits | undefined {
  if (!limited) return undefined
  const upper = floorToTick(kind, (reference * 11) / 10)
  const lower = ceilToTick(kind, (reference * 9) / 10)
  // Where ten per cent is less than a tick, a price can still move by one; it never falls below one tick.
  return {
    upper: upper > reference ? upper : stepPrice(kind, reference, 1),
    lower: lower < reference ? lower : stepPrice(kind, reference, -1),
  }
}
