// When what is bought may be closed again, said before it is bought.

import type { TradingTerms } from '@fairlot/rules/orders'
import type { OrdersTexts } from '../texts/tw.ts'
import type { Draft } from './draft.ts'

export const lockText = (
  texts: OrdersTexts['ticket']['lock'],
  terms: TradingTerms,
  { direction, dayTrade }: Pick<Draft, 'direction' | 'dayTrade'>,
): string => {
  if (dayTrade)
    return terms.dayTradeLockMinutes > 0 ? texts.dayTradeMinutes(terms.dayTradeLockMinutes) : texts.now
  if (direction === 'long' && terms.minHoldDays > 0) return texts.nextDay
  return terms.lockMinutes > 0 ? texts.minutes(terms.lockMinutes) : texts.now
}
