// Core NATS: wakes out, wakes in. It may be down for any time; nothing here waits for it.

import type { NatsConnection } from '@nats-io/transport-node'
import type pino from 'pino'
import { connectNats, type NatsAddress } from './connect-nats.ts'

export interface Nats {
  wake(subject: string): void
  /** Receives every message on the subject while NATS is connected. */
  subscribe(subject: string, onMessage: (read: () => unknown) => void): void
  isConnected(): boolean
  close(): Promise<void>
}

export function openNats(address: NatsAddress, log: pino.Logger): Nats {
  let connection: NatsConnection | undefined
  let connected = false
  const closing = new AbortController()
  const wanted: { subject: string; onMessage: (read: () => unknown) => void }[] = []

  const attach = (live: NatsConnection, { subject, onMessage }: (typeof wanted)[number]): void => {
    live.subscribe(subject, {
      callback: (error, message) => {
        if (error) return
        try {
          onMessage(() => message.json())
        } catch (fault) {
          log.warn({ subject, err: fault }, 'message not understood')
        }
      },
    })
  }
  const follow = async (live: NatsConnection): Promise<void> => {
    for await (const status of live.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') connected = false
      if (status.type === 'reconnect') connected = true
      if (status.type === 'error') log.error({ err: status.error }, 'NATS forbids a subject')
    }
    connected = false
  }
  let isTold = false
  const onRefused = (error: unknown): void => {
    if (!isTold)
      log.warn(
        { err: error },
        'NATS does not let this process in: is it up, and are user, password file and CA right?',
      )
    isTold = true
  }
  const starting = connectNats(address, 'fairlot-practice', onRefused, closing.signal).then((live) => {
    if (!live) return
    connection = live
    if (closing.signal.aborted) return live.close()
    connected = true
    for (const subscription of wanted) attach(live, subscription)
    void follow(live)
    return undefined
  })

  return {
    wake(subject) {
      try {
        if (connected) connection?.publish(subject)
      } catch {
        // Safe to lose: the exchange also polls.
      }
    },
    subscribe(subject, onMessage) {
      const subscription = { subject, onMessage }
      wanted.push(subscription)
      if (connection) attach(connection, subscription)
    },
    isConnected: () => connected,
    async close() {
      closing.abort()
      connected = false
      if (!connection) return
      await connection.close()
      await starting
    },
  }
}
