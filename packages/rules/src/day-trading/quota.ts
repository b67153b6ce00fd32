import type { TradingTerms } from '../orders/terms.ts'

/** Opening value a member may day-trade in one day: a sum, or so many times his equity, the smaller of the two. */
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

/** What the exchange asks of who day-trades, besides the signed statement. */
export const meetsConditions = (
  terms: Pick<TradingTerms, 'dayTradeAccountDays' | 'dayTradeTradesInYear'>,
  { accountDays, trades }: Experience,
): boolean => accountDays >= terms.dayTradeAccountDays && trades >= terms.dayTradeTradesInYear
