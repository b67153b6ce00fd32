import type { BodyOf } from '@fairlot/contract'
import { useStore } from '@fairlot/ui/store'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { createSender } from '#shell/send-once/create-sender.ts'
import type { Sending } from '#shell/send-once/send-once.ts'

export type OrderBody = BodyOf<'/orders/placeOrder'>

/** Asks whether the server has an order, to open or to close. */
export const findOrder = (orderId: string) => call('/orders/readOrder', { orderId }, { quiet: true })

export const orderSender = createSender<OrderBody>({
  key: 'order-sending',
  idField: 'orderId',
  send: (body) => call('/orders/placeOrder', body, { quiet: true }),
  find: findOrder,
  onEnd: () => void ordersMoved(),
})

export const useSending = (): Sending<OrderBody> | null => useStore(orderSender.state)

/** Invalidates the queries that an order, a fill or a cancel changes. */
export const ordersMoved = (): Promise<void> =>
  refresh(
    '/orders/terms',
    '/orders/listOrders',
    '/orders/readOrder',
    '/orders/riskLimits',
    '/positions/account',
    '/positions/listPositions',
    '/positions/readPosition',
  )
