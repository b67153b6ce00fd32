import { divide } from '@fairlot/money'
import { brokerage, valueAt } from '../orders/costs.ts'
import type { TradingTerms } from '../orders/terms.ts'

export interface BlockCost {
  readonly value: bigint
  readonly fee: bigint
  /** Held when the application is sent, and charged when it passes. */
  readonly total: bigint
}

/** Paid in full, by the fee rule of every purchase: a block has no loan, no short and no day trade. */
export function blockCost(
  terms: Pick<TradingTerms, 'brokerage' | 'brokerageMin'>,
  price: number,
  shares: number,
): BlockCost {
  const value = valueAt(price, shares)
  const fee = brokerage(terms, value)
  return { value, fee, total: value + fee }
}

/** Above (or below) the market's price, in hundredths of a percent, rounded half away from zero. */
export const premiumOf = (price: number, market: number): number =>
  Number(divide(BigInt(price - market) * 10_000n, BigInt(market)))
