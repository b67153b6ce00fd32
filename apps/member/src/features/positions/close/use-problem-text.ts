// The text of what prevents an order, before it is sent. The server says the same by its codes.

import { formatMoney } from '@fairlot/money'
import { isOnTick, tickAt } from '@fairlot/rules/instruments'
import type { ConditionalProblem, OrderRefusal, TicketFacts } from '@fairlot/rules/orders'
import { disabledReason, ordersTexts } from '#features/orders'
import { priceText } from '#features/market-data'
import { catalogueTexts } from '#shell/catalogue.ts'
import { fill } from '@fairlot/app-shell/texts'
import { closeTexts } from './texts/index.ts'

export const useProblemText = () => {
  const texts = closeTexts.use()
  const orders = ordersTexts.use()
  const catalogue: Readonly<Partial<Record<string, string>>> = catalogueTexts.use()
  return {
    price: (price: number, { kind, upper, lower }: Pick<TicketFacts, 'kind' | 'upper' | 'lower'>) => {
      if (upper !== null && price > upper) return orders.fieldErrors.above(priceText(upper))
      if (lower !== null && price < lower) return orders.fieldErrors.below(priceText(lower))
      return isOnTick(kind, price) ? undefined : orders.fieldErrors.tick(priceText(tickAt(kind, price)))
    },
    refusal: (refusal: OrderRefusal | undefined): string | undefined => {
      if (refusal === undefined) return undefined
      if (refusal.msg === 'order.odd-hours') return orders.ticket.oddFrom(String(refusal.params?.['at']))
      if (refusal.rule !== undefined && orders.off[refusal.rule] !== undefined)
        return disabledReason(refusal.rule, orders)
      return fill(catalogue[refusal.msg] ?? refusal.msg, refusal.params)
    },
    condition: (problem: ConditionalProblem | undefined, direction: 'long' | 'short'): string | undefined => {
      if (problem === undefined) return undefined
      const { wrong, unlimited } = texts.conditional
      if (problem.code === 'order.tick') return wrong.tick(priceText(problem.tick))
      if (problem.code === 'order.choice') return unlimited
      return problem.field === 'takeProfit' ? wrong.takeProfit[direction] : wrong.stop[direction]
    },
    missing: (amount: bigint): string => texts.insufficient(formatMoney(amount)),
  }
}
