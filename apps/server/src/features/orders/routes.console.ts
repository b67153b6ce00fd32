import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { inspectOrder } from './console/inspect-order.ts'
import { exportOrders, listConsoleOrders } from './console/list-console-orders.ts'

export const ordersConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['orders']> => ({
  orders: (body, context) => listConsoleOrders(db, body, context),
  inspect: ({ orderId }, context) => inspectOrder(db, orderId, context),
  exportOrders: (body, context) => exportOrders(db, body, context),
})
