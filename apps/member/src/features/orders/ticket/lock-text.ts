// When the purchase can be closed again, shown before buying.

import type { TradingTerms } from '@fairlot/rules/orders'
import type { OrdersTexts } from '../texts/tw.ts'
import type { Draft } from './draft.ts'

export const lockText = (
  texts: OrdersTexts['ticket']['lock'],
  terms: TradingTerms,
  { direction, dayTrade }: Pick<Draft, 'direction' | 'dayTrade'>,
  isEligible: boolean,
): string => {
  if (dayTrade)
    return terms.dayTradeLockMinutes > 0 ? texts.dayTradeMinutes(terms.dayTradeLockMinutes) : texts.now
  // A short can always be closed, and a member approved for day trading can sell on the day of the purchase.
  if (direction === 'long' && terms.minHoldDays > 0 && !isEligible) return texts.nextDay
  return terms.lockMinutes > 0 ? texts.minutes(terms.lockMinutes) : texts.now
}
