import { useRead } from '#shell/data.ts'
import { useOpenOrders } from './use-positions.ts'

/** Waiting orders: in the book, and conditional orders that have not triggered. */
export const useWaiting = () => {
  const orders = useOpenOrders()
  const conditional = useRead('/orders/listConditional', { which: 'waiting' }, { quiet: true })
  const open = (orders.data ?? []).flatMap((page) => page.orders)
  const waiting = conditional.data?.conditional ?? []
  return { orders, open, waiting, count: open.length + waiting.length }
}

export type Waiting = ReturnType<typeof useWaiting>
