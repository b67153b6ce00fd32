// The text of why a choice is greyed.

import type { OrderChoices } from '@fairlot/rules/orders'
import type { OrdersTexts } from '../texts/tw.ts'

export const disabledReason = (rule: string, { off }: OrdersTexts): string =>
  off[rule] ?? off['other'] ?? rule

/** A price type is available when any of its validities is. A market order also needs current prices. */
export const disabledPrices = (
  { prices }: Pick<OrderChoices, 'prices'>,
  texts: OrdersTexts,
  isStale: boolean,
): Readonly<Partial<Record<'limit' | 'market', string>>> => {
  const disabled: Partial<Record<'limit' | 'market', string>> = {}
  for (const kind of ['limit', 'market'] as const) {
    const some = prices.filter(({ value }) => value.priceKind === kind)
    const reason = some[0]?.reason ?? null
    if (reason !== null && some.every((choice) => choice.reason !== null))
      disabled[kind] = disabledReason(reason.rule, texts)
  }
  if (isStale && disabled.market === undefined) disabled.market = disabledReason('price.stale', texts)
  return disabled
}
