import { dayTradingLoops } from '#features/day-trading'
import { openReview } from '#features/operators'
import { conditionalLoops, coverOrders, type OrderDeps } from '#features/orders'
import { positionsLoops } from '#features/positions'
import { settlementLoops } from '#features/settlement'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'

/** The periodic work of trading, for the worker and for the test that kills it at named points. */
export const tradingLoops = (orders: OrderDeps & { readonly db: Db }, clock: Clock): readonly Loop[] => [
  ...settlementLoops({ ...orders, clock }, openReview),
  ...positionsLoops(orders, clock),
  ...conditionalLoops(orders, clock),
  ...dayTradingLoops({ ...orders, orders: coverOrders(orders) }, clock),
]
