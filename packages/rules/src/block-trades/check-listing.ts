import { lotSize } from '../instruments/index.ts'
import { premiumOf } from './costs.ts'
import { blockTradesRules } from './limits.ts'
import type { BlockTerms } from './terms.ts'

export interface ListingOffer {
  /** Hundredths of a dollar; any of them, since blocks trade in steps of a cent. */
  readonly price: number
  readonly lots: number
  /** What one member may apply for. */
  readonly minLots: number
  readonly maxLots: number
}

/** The day's reference price and limits; a stock without limits has none. */
export interface BlockLimits {
  readonly reference: number
  readonly upper: number | null
  readonly lower: number | null
}

export interface ListingProblem {
  readonly field: 'price' | 'lots' | 'minLots' | 'maxLots'
  readonly rule: string
}

/** What makes a listing impossible; undefined when it can be proposed. */
export function checkListing(
  terms: BlockTerms,
  { price, lots, minLots, maxLots }: ListingOffer,
  { reference, upper, lower }: BlockLimits,
): ListingProblem | undefined {
  const { premium, minLots: smallest, maxLots: largest } = blockTradesRules
  const isOutside = upper === null || lower === null || price > upper || price < lower
  if (isOutside || Math.abs(premiumOf(price, reference)) > terms.premium)
    return { field: 'price', rule: premium.id }
  const value = BigInt(price) * BigInt(minLots * lotSize)
  if (minLots < 1 || (minLots < terms.minLots && value < BigInt(terms.minAmount))) {
    return { field: 'minLots', rule: smallest.id }
  }
  if (maxLots > terms.maxLots || maxLots < minLots) return { field: 'maxLots', rule: largest.id }
  if (lots < maxLots) return { field: 'lots', rule: largest.id }
  return undefined
}
