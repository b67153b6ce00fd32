import type { TradingTerms } from '../orders/terms.ts'

/**
 * The opening value a member can day-trade in one day: a fixed sum or a multiple of their equity, whichever is smaller.
 */
export function dayTradingQuota(
  terms: Pick<TradingTerms, 'dayTradeGross' | 'dayTradeEquityTimes'>,
  equity: bigint,
): bigint {
  const gross = BigInt(terms.dayTradeGross)
  const byEquity = equity > 0n ? equity * BigInt(terms.dayTradeEquityTimes) : 0n
  return byEquity < gross ? byEquity : gross
}

export interface Experience {
  /** Whole days since the account was opened. */
  readonly accountDays: number
  /** Orders filled within a year. */
  readonly trades: number
}

/** The exchange's requirements for day traders, besides the signed statement. */
export const meetsConditions = (
  terms: Pick<TradingTerms, 'dayTradeAccountDays' | 'dayTradeTradesInYear'>,
  { accountDays, trades }: Experience,
): boolean => accountDays >= terms.dayTradeAccountDays && trades >= terms.dayTradeTradesInYear
