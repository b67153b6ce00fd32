import type { DataOf } from '@fairlot/contract'
import type { OrdersTexts } from '../texts/tw.ts'

export type Order = DataOf<'/orders/listOrders'>['orders'][number]

type StateName = keyof OrdersTexts['order']['states']
type Tone = 'brand' | 'warn' | 'neutral' | 'crit'

/** Fills that the exchange has committed and the stored order does not contain. */
export interface Unbooked {
  readonly quantity: number
  /** Shares still open at the exchange. */
  readonly left: number
}

/** The state of an order as the member reads it: finer than the state of the row. */
export const stateOf = (
  order: Pick<Order, 'state' | 'cancelAsked' | 'accepted' | 'filled'>,
  unbooked?: Unbooked,
): StateName => {
  if (unbooked?.left === 0) return 'executed'
  if (order.state === 'filled' || order.state === 'refused') return order.state
  if (order.state === 'cancelled') return order.filled > 0 ? 'cancelledRemaining' : 'cancelled'
  if (order.cancelAsked) return 'cancelling'
  if (order.filled > 0 || unbooked !== undefined) return 'partial'
  return order.accepted ? 'open' : 'sending'
}

export const toneOf: Readonly<Record<StateName, Tone>> = {
  sending: 'brand',
  open: 'brand',
  partial: 'warn',
  executed: 'brand',
  cancelling: 'neutral',
  filled: 'neutral',
  cancelled: 'neutral',
  cancelledRemaining: 'neutral',
  refused: 'crit',
}

export const isOpen = ({ state }: Pick<Order, 'state'>): boolean => state === 'entrusted'
