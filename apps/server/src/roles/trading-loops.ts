import { dayTradingLoops } from '#features/day-trading'
import { conditionalLoops, coverOrders, currentTerms, type OrderDeps, orderDoors } from '#features/orders'
import { positionsLoops } from '#features/positions'
import { settlementLoops } from '#features/settlement'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'

/** The timed work of trading, for the worker and for the test that ends it at named points. */
export const tradingLoops = (orders: OrderDeps & { readonly db: Db }, clock: Clock): readonly Loop[] => [
  ...settlementLoops({ ...orders, clock }),
  ...positionsLoops(orders, clock),
  ...conditionalLoops(
    {
      ...orders,
      doors: orderDoors(orders),
      currentTerms: (tx, now) => currentTerms(tx, orders.money, now),
    },
    clock,
  ),
  ...dayTradingLoops({ ...orders, orders: coverOrders(orders) }, clock),
]
