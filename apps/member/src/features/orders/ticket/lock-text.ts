// When what is bought may be closed again, said before it is bought.

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
  // Who owes shares may always end his risk, and who may day-trade may sell on the day he bought.
  if (direction === 'long' && terms.minHoldDays > 0 && !isEligible) return texts.nextDay
  return terms.lockMinutes > 0 ? texts.minutes(terms.lockMinutes) : texts.now
}
