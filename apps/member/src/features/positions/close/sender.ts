// Sends close orders exactly once, like opening orders: the id and the body are stored before the first byte is sent,
// and a retry uses the same id.

import type { BodyOf } from '@fairlot/contract'
import { createSender, ordersMoved, type Sender } from '#features/orders'
import { call } from '#shell/client.ts'
import { currentSession, onSessionEnd } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'

export type CloseBody = BodyOf<'/orders/closePosition'>

const make = (): Sender<CloseBody> => {
  const sender = createSender<CloseBody>({
    place: async (body) => {
      const answer = await call('/orders/closePosition', body, { quiet: true })
      if (answer.ok) return { kind: 'placed' }
      return answer.why === 'refused' ? { kind: 'refused', refused: answer } : { kind: 'unanswered' }
    },
    isTaken: async (orderId) => {
      const answer = await call('/orders/readOrder', { orderId }, { quiet: true })
      if (answer.ok) return true
      return answer.why === 'refused' && answer.msg === 'order.not-found' ? false : undefined
    },
    isOnline: () => navigator.onLine,
    account: () => currentSession()?.account,
    read: () => read('close-sending'),
    write: (text) => write('close-sending', text),
    now: () => Date.now(),
    wait: (ms) =>
      new Promise((resolve) => {
        const go = () => {
          clearTimeout(timer)
          window.removeEventListener('online', go)
          resolve()
        }
        const timer = setTimeout(go, ms)
        window.addEventListener('online', go)
      }),
  })
  onSessionEnd(() => sender.forget())
  sender.state.subscribe(() => {
    if (sender.state.get() === null) void ordersMoved()
  })
  return sender
}

let sender: Sender<CloseBody> | undefined
export const closeSender = (): Sender<CloseBody> => (sender ??= make())
