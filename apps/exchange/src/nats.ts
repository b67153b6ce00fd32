// NATS is optional for the exchange. The process starts and trades without it, and uses it when it is available;
// messages of an outage are dropped, because every subscriber can read PostgreSQL.

import { headers, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { connectNats, type NatsAddress } from './connect-nats.ts'
import type { Metrics } from './metrics.ts'

export interface Nats {
  /** Undefined while NATS is down. */
  live(): NatsConnection | undefined
  /** `head`: at most one header. */
  publish(subject: string, text: string, head?: readonly [name: string, value: string]): boolean
  /** Subscribes now or as soon as NATS is available; survives reconnects. */
  subscribe(subject: string, onMessage: () => void): void
  /** Called at the first connection and at every later one. */
  onConnected(run: () => void): void
  close(): Promise<void>
}

export function openNats(address: NatsAddress, log: Logger, metrics: Metrics): Nats {
  const subscriptions: (readonly [subject: string, onMessage: () => void])[] = []
  const listeners: (() => void)[] = []
  let connection: NatsConnection | undefined
  let connected = false
  const closing = new AbortController()

  const setConnected = (now: boolean): void => {
    if (connected === now) return
    connected = now
    metrics.natsConnected.set(now ? 1 : 0)
    log.info({ nats: now ? 'connected' : 'away' }, 'nats')
    if (now) for (const listener of listeners) listener()
  }
  metrics.natsConnected.set(0)

  const attach = (live: NatsConnection, subject: string, onMessage: () => void): void => {
    live.subscribe(subject, { callback: (error) => (error ? undefined : onMessage()) })
  }
  const follow = async (live: NatsConnection): Promise<void> => {
    for await (const status of live.status()) {
      if (status.type === 'disconnect' || status.type === 'staleConnection') setConnected(false)
      if (status.type === 'reconnect') setConnected(true)
      if (status.type === 'error') log.error({ err: status.error }, 'NATS forbids a subject')
    }
    setConnected(false)
  }
  // Not awaited: trading begins without it.
  let isTold = false
  const onRefused = (error: unknown): void => {
    if (!isTold)
      log.warn(
        { err: error },
        'NATS does not let this process in: is it up, and are user, password file and CA right?',
      )
    isTold = true
  }
  const starting = connectNats(address, 'fairlot-exchange', onRefused, closing.signal).then((live) => {
    if (!live) return
    connection = live
    if (closing.signal.aborted) return live.close()
    for (const [subject, onMessage] of subscriptions) attach(live, subject, onMessage)
    void follow(live)
    setConnected(true)
    return undefined
  })

  return {
    live: () => (connected ? connection : undefined),
    publish(subject, text, head) {
      if (!connection || !connected) return false
      try {
        if (head) {
          const own = headers()
          own.set(...head)
          connection.publish(subject, text, { headers: own })
        } else connection.publish(subject, text)
        return true
      } catch {
        return false
      }
    },
    subscribe(subject, onMessage) {
      subscriptions.push([subject, onMessage])
      if (connection) attach(connection, subject, onMessage)
    },
    onConnected(run) {
      listeners.push(run)
      if (connected) run()
    },
    async close() {
      closing.abort()
      // A first connection that is not established cannot be awaited: it may never come.
      if (!connection) return
      await connection.drain().catch(() => connection?.close())
      await starting
    },
  }
}
