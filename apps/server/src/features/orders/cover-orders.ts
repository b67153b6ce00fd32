// Lets the automatic cover of day trades place and cancel orders.

import type { CoverOrders } from '#features/day-trading'
import { askCancel } from './ask-cancel.ts'
import { endConditionalsOf } from './conditional/index.ts'
import type { OrderDeps } from './deps.ts'
import { readMarketDay } from './market-day.ts'
import { placeSystemOrder } from './place-system-order.ts'
import { readOrderRow } from './store.ts'

export const coverOrders = (deps: OrderDeps): CoverOrders => ({
  async place(tx, { how, direction, symbol, ...order }) {
    if (how === 'market') {
      return (await placeSystemOrder(tx, deps, { ...order, origin: 'auto-cover', validity: 'IOC' })).ok
    }
    const day = await readMarketDay(tx, deps, symbol, order.now)
    if (day === undefined || day === 'delisted') return false
    // An auction accepts no market orders; an order at the day's limit executes at any auction price.
    const price = direction === 'long' ? day.lower : day.upper
    if (price === null) return false
    return (await placeSystemOrder(tx, deps, { ...order, price, origin: 'auto-cover', validity: 'ROD' })).ok
  },
  async askCancel(tx, orderId, now) {
    const order = await readOrderRow(tx, orderId)
    if (order) await askCancel(tx, deps, order, 'system', now)
  },
  async endConditionals(tx, positionId, now) {
    await endConditionalsOf(tx, deps, { positionId }, 'auto-cover', now)
  },
})
