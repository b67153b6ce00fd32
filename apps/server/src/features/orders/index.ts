export {
  type ConditionalDeps,
  conditionalLoops,
  endConditionalsOf,
  type EndDeps,
  type OrderDoors,
  type WatchDeps,
  watchConditionals,
} from './conditional/index.ts'
export { coverOrders } from './cover-orders.ts'
export type { OrderDeps, OrdersDeps } from './deps.ts'
export { orderDoors } from './order-doors.ts'
export { placeSystemOrder, type SystemOrder, type SystemPlaced } from './place-system-order.ts'
export { ordersHandlers } from './routes.member.ts'
export { currentTerms, type NamedTerms } from './terms/current-terms.ts'
