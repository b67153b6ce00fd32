import type { EndedOrder } from './store.ts'

/** How an order ended and the head of its timeline. Changing a step later would require changing this leaf too. */
export const orderText = (order: EndedOrder): string =>
  JSON.stringify([
    'fairlot order v1',
    order.orderId,
    order.memberId,
    order.date,
    order.state,
    order.reason,
    order.filled,
    order.steps,
    order.stepsHash,
  ])

/** How many steps the order had when its leaf was made; more may follow. */
export function stepsIn(body: string): number {
  const fields = JSON.parse(body) as readonly unknown[]
  return Number(fields[7])
}
