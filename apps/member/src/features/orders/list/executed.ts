// Fills that the exchange has committed and the stored order does not contain yet. They are shown without amounts until
// it does: settlement books them a moment later.

import type { ExecutedFill, MemberEventOf } from '@fairlot/contract/live'
import { createStore, useStore } from '@fairlot/ui/store'
import type { Order, Unbooked } from './order-state.ts'

/** Enough for everything that can be unbooked at one time; older orders are forgotten. */
const MAX_ORDERS = 50

interface Known {
  /** In the order of the exchange's log, so `left` falls. */
  readonly fills: readonly ExecutedFill[]
  /** The shares left of the order as last booked. Fills down to this are booked. */
  readonly bookedLeft: number
}
type KnownOrders = ReadonlyMap<string, Known>
type OrderEvent = MemberEventOf<'order.changed' | 'order.filled'>

const unknown: Known = { fills: [], bookedLeft: Infinity }
const store = createStore<KnownOrders>(new Map())

const put = (orderId: string, change: (known: Known) => Known): void => {
  const known = new Map(store.get())
  const next = change(known.get(orderId) ?? unknown)
  known.delete(orderId)
  known.set(orderId, next)
  store.set(new Map([...known].slice(-MAX_ORDERS)))
}

/** Returns whether the fill is new: neither received before nor booked. */
export const addExecuted = (fill: ExecutedFill): boolean => {
  const { fills, bookedLeft } = store.get().get(fill.orderId) ?? unknown
  if (fill.left >= Math.min(bookedLeft, fills.at(-1)?.left ?? Infinity)) return false
  put(fill.orderId, (known) => ({ ...known, fills: [...known.fills, fill] }))
  return true
}

/** A numbered event: the order is stored with this many shares left. A fill of release 0.1.0 does not say. */
export const markBooked = ({ orderId, state, left }: OrderEvent['data']): void => {
  if (left === undefined) return
  put(orderId, (known) => ({
    ...known,
    bookedLeft: Math.min(known.bookedLeft, state === 'entrusted' ? left : 0),
  }))
}

export const isBooked = ({ orderId, left }: ExecutedFill): boolean =>
  (store.get().get(orderId) ?? unknown).bookedLeft <= left

/** Whether a fill of the order has been received, booked or not. */
export const hasFilled = (orderId: string): boolean => (store.get().get(orderId)?.fills.length ?? 0) > 0

/** Compares with the stored order and not with events: a list that is read late must not lose a fill it showed. */
export const unbookedOf = (
  { state, left }: Pick<Order, 'state' | 'left'>,
  fills: readonly ExecutedFill[],
): Unbooked | undefined => {
  const unbooked = state === 'entrusted' ? fills.filter((fill) => fill.left < left) : []
  const newest = unbooked.at(-1)
  return newest && { quantity: unbooked.reduce((sum, { quantity }) => sum + quantity, 0), left: newest.left }
}

export const useUnbooked = (order: Order): Unbooked | undefined =>
  unbookedOf(order, (useStore(store).get(order.orderId) ?? unknown).fills)
