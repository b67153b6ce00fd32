import type { ordersRoutes } from '@fairlot/contract/orders'
import { openTradeGate } from '#features/identity'
import { ruleProfileOf } from '#features/site'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { cancelAll } from './cancel-all.ts'
import { cancelOrder } from './cancel-order.ts'
import { closePosition } from './close-position.ts'
import { conditionalHandlers } from './conditional/index.ts'
import type { OrdersDeps } from './deps.ts'
import { setRiskLimits, showRiskLimits } from './risk-limits.ts'
import { openIntake } from './intake/queue.ts'
import { listOrders } from './list-orders.ts'
import { keepMarketDays } from './market-day.ts'
import { placeOrder } from './place-order.ts'
import { readAllowed } from './read-allowed.ts'
import { readOrder } from './read-order.ts'
import { readTerms } from './read-terms.ts'
import { replaceOrder } from './replace-order.ts'

export function ordersHandlers(deps: OrdersDeps): Handlers<typeof ordersRoutes> {
  const { db, secrets, money } = deps
  const placing = {
    ...deps,
    days: keepMarketDays(db, deps),
    intake: openIntake(deps),
    tradeGate: openTradeGate(db, ruleProfileOf(money)),
  }
  return {
    terms: ({ symbol }, { caller, now }) => readTerms(db, deps, caller.memberId, symbol, now),
    allowed: ({ symbol }, { now }) => readAllowed(db, deps, symbol, now),
    place: (body, { caller, now }) => placeOrder(placing, { memberId: caller.memberId, now }, body),
    close: (body, { caller, now }) => closePosition(placing, { memberId: caller.memberId, now }, body),
    replace: (body, { caller, now }) => replaceOrder(placing, { memberId: caller.memberId, now }, body),
    cancel: ({ orderId }, { caller, now }) => cancelOrder(db, deps, caller.memberId, orderId, now),
    cancelAll: ({ stop }, { caller, now }) => cancelAll(db, deps, caller.memberId, stop, now),
    list: async ({ which, symbol, before }, { caller, now }) =>
      done(await listOrders(db, caller.memberId, which, symbol, before, now)),
    read: ({ orderId }, { caller }) => readOrder(db, secrets, caller.memberId, orderId),
    riskLimits: async (_body, { caller, now }) => done(await showRiskLimits(db, deps, caller.memberId, now)),
    setRiskLimits: (body, { caller, now }) => setRiskLimits(db, caller.memberId, body, now),
    ...conditionalHandlers(placing),
  }
}
