// Why a choice is greyed, in words.

import type { OrderChoices } from '@fairlot/rules/orders'
import type { OrdersTexts } from '../texts/tw.ts'

export const offReason = (rule: string, { off }: OrdersTexts): string => off[rule] ?? off['other'] ?? rule

/** A price type is possible when any of its validities is. A market order needs prices that are up to date as well. */
export const priceOffs = (
  { prices }: Pick<OrderChoices, 'prices'>,
  texts: OrdersTexts,
  isStale: boolean,
): Readonly<Partial<Record<'limit' | 'market', string>>> => {
  const offs: Partial<Record<'limit' | 'market', string>> = {}
  for (const kind of ['limit', 'market'] as const) {
    const some = prices.filter(({ value }) => value.priceKind === kind)
    const reason = some[0]?.reason ?? null
    if (reason !== null && some.every((choice) => choice.reason !== null))
      offs[kind] = offReason(reason.rule, texts)
  }
  if (isStale && offs.market === undefined) offs.market = offReason('price.stale', texts)
  return offs
}
