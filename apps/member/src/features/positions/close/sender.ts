import type { BodyOf } from '@fairlot/contract'
import { findOrder, ordersMoved } from '#features/orders'
import { call } from '#shell/client.ts'
import { createSender } from '#shell/send-once/create-sender.ts'

export type CloseBody = BodyOf<'/orders/closePosition'>

export const closeSender = createSender<CloseBody>({
  key: 'close-sending',
  idField: 'orderId',
  send: (body) => call('/orders/closePosition', body, { quiet: true }),
  find: findOrder,
  onEnd: () => void ordersMoved(),
})
