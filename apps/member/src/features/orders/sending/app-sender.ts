// The app's sender, connected to the API, the storage and the session.

import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { currentSession, onSessionEnd } from '#shell/session.ts'
import { read, write } from '#shell/storage.ts'
import { useStore } from '@fairlot/ui/store'
import { createSender, type Sender, type Sending } from './sending.ts'

const make = (): Sender => {
  const sender = createSender({
    place: async (body) => {
      const answer = await call('/orders/placeOrder', body, { quiet: true })
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
    read: () => read('order-sending'),
    write: (text) => write('order-sending', text),
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

let sender: Sender | undefined
export const appSender = (): Sender => (sender ??= make())

export const useSending = (): Sending | null => useStore(appSender().state)

/** Invalidates the queries that an order, a fill or a cancel changes. */
export const ordersMoved = (): Promise<void> =>
  refresh(
    '/orders/terms',
    '/orders/listOrders',
    '/orders/readOrder',
    '/orders/guards',
    '/positions/account',
    '/positions/listPositions',
    '/positions/readPosition',
    '/members/assets',
  )
