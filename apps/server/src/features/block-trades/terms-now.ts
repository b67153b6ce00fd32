import { type BlockDay, blockDayAt, type BlockTerms, blockTermsOf } from '@fairlot/rules/block-trades'
import { type TradingTerms, termsOf } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'
import type { BlockTradesDeps } from './deps.ts'

export interface TermsNow {
  readonly terms: BlockTerms
  /** For the fee: the one of every purchase. */
  readonly trading: TradingTerms
  readonly day: BlockDay
}

/** The rules in force now and the current trading day's hours. */
export async function blockTermsNow(
  tx: Tx,
  { profile, calendar }: Pick<BlockTradesDeps, 'profile' | 'calendar'>,
  now: Date,
): Promise<TermsNow> {
  const [values, closures] = await Promise.all([readRuleValues(tx, now), readClosures(tx)])
  const terms = blockTermsOf(profile, values)
  return {
    terms,
    trading: termsOf(profile, values),
    day: blockDayAt(calendar, closures, terms, now.getTime()),
  }
}
