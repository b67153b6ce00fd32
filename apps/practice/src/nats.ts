// Core NATS: pokes out, batches in. It may be away for as long as it likes; nothing here waits for it.

import { connect, type NatsConnection } from '@nats-io/transport-node'
import type pino from 'pino'

export interface Nats {
  poke(subject: string): void
  /** Hears every message on the subject whenever NATS is there. */
  subscribe(subject: string, onMessage: (read: () => unknown) => void): void
  isConnected(): boolean
  close(): Promise<void>
}

export function openNats(url: string, log: pino.Logger): Nats {
  let connection: NatsConnection | undefined
  let connected = false
  let closed = false
  const wanted: { subject: string; onMessage: (read: () => unknown) => void }[] = []

  const attach = (live: NatsConnection, { subject, onMessage }: (typeof wanted)[number]): void => {
    live.subscribe(subject, {
      callback: (error, message) => {
        if (!error) onMessage(() => message.json())
      },
    })
  }
  const follow = async (live: NatsConnection): Promise<void> => {
    for await (const { type } of live.status()) {
      if (type === 'disconnect' || type === 'staleConnection') connected = false
      if (type === 'reconnect') connected = true
    }
    connected = false
  }
  const starting = connect({
    servers: url,
    name: 'fairlot-practice',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
  }).then(
    (live) => {
      connection = live
      if (closed) return live.close()
      connected = true
      for (const subscription of wanted) attach(live, subscription)
      void follow(live)
      return undefined
    },
    (error: unknown) => log.error({ err: error }, 'nats could not be set up'),
  )

  return {
    poke(subject) {
      try {
        if (connected) connection?.publish(subject)
      } catch {
        // A poke is a courtesy: the exchange looks by itself every moment.
      }
    },
    subscribe(subject, onMessage) {
      const subscription = { subject, onMessage }
      wanted.push(subscription)
      if (connection) attach(connection, subscription)
    },
    isConnected: () => connected,
    async close() {
      closed = true
      connected = false
      if (!connection) return
      await connection.close()
      await starting
    },
  }
}
