import type { OrderDoors } from './conditional/index.ts'
import { cancelInTransaction } from './cancel-order.ts'
import type { OrderDeps } from './deps.ts'
import { placeSystemOrder } from './place-system-order.ts'
import { readOrderRow } from './store.ts'

/** How conditional orders reach the book. */
export const orderDoors = (deps: OrderDeps): OrderDoors => ({
  async close(tx, order) {
    const placed = await placeSystemOrder(tx, deps, { ...order, origin: 'conditional', validity: 'ROD' })
    return placed.ok ? undefined : placed.refusal.msg
  },
  async replace(tx, { replaces, ...order }) {
    const placed = await placeSystemOrder(tx, deps, {
      ...order,
      origin: 'conditional',
      validity: 'ROD',
      // Fills between here and the venue are refused there: the pair is looked at again then.
      replaces: { orderId: replaces, left: order.quantity },
    })
    return placed.ok ? undefined : placed.refusal.msg
  },
  async askCancel(tx, orderId, now) {
    const order = await readOrderRow(tx, orderId)
    if (order) await cancelInTransaction(tx, deps, order, 'system', now)
  },
})
