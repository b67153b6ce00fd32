// Connects a sender to the API, the storage, the session and the network.

import type { Failed } from '../client.ts'
import { currentSession, onSessionEnd } from '../session.ts'
import { read, write, type StorageKey } from '../storage.ts'
import { sendOnce, type IdField, type Sender } from './send-once.ts'

interface Options<Body> {
  /** Where the unanswered one is stored. */
  readonly key: StorageKey
  readonly idField: IdField<Body>
  readonly send: (body: Body) => Promise<Sent>
  /** Asks the server for it by its id. */
  readonly find: (id: string) => Promise<Sent>
  /** Called when nothing is being sent any more. */
  readonly onEnd?: () => void
}

type Sent = { readonly ok: true } | Failed

export const createSender = <Body>({ key, idField, send, find, onEnd }: Options<Body>): Sender<Body> => {
  const sender = sendOnce<Body>({
    idField,
    place: async (body) => {
      const answer = await send(body)
      if (answer.ok) return { kind: 'placed' }
      return answer.why === 'refused' ? { kind: 'refused', refused: answer } : { kind: 'unanswered' }
    },
    isTaken: async (id) => {
      const answer = await find(id)
      if (answer.ok) return true
      return answer.why === 'refused' && answer.msg === 'order.not-found' ? false : undefined
    },
    isOnline: () => navigator.onLine,
    account: () => currentSession()?.account,
    read: () => read(key),
    write: (text) => write(key, text),
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
    if (sender.state.get() === null) onEnd?.()
  })
  return sender
}
