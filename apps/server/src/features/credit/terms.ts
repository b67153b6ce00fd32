import { taipeiDate } from '@fairlot/rules/calendar'
import { type CreditTerms, creditTermsOf } from '@fairlot/rules/credit'
import { membersRules } from '@fairlot/rules/members'
import { type RuleProfile, termsOf, type TradingTerms } from '@fairlot/rules/orders'
import { withdrawalsRules } from '@fairlot/rules/withdrawals'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'

export interface CreditDay {
  readonly terms: CreditTerms
  /** Ratios and days of a call are those of margin. */
  readonly trading: Pick<
    TradingTerms,
    'callRatio' | 'cancelRatio' | 'floorRatio' | 'callDays' | 'minPrice' | 'maxLots'
  >
  readonly scoreStart: number
  readonly withdrawScore: number
  /** The date in Taipei. */
  readonly today: string
}

export async function readCreditDay(tx: Tx, profile: RuleProfile, now: Date): Promise<CreditDay> {
  const values = await readRuleValues(tx, now)
  const valueOf = (rule: { readonly id: string; readonly default: number }): number =>
    values.get(rule.id) ?? rule.default
  return {
    terms: creditTermsOf(values),
    trading: termsOf(profile, values),
    scoreStart: valueOf(membersRules.creditScoreStart),
    withdrawScore: valueOf(withdrawalsRules.minCreditScore),
    today: taipeiDate(now.getTime()),
  }
}
