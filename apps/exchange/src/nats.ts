// NATS as the exchange sees it: perhaps there. The process starts without it, trades without it, and takes it up when
// it comes; what would have been said meanwhile is dropped, because whoever listens can read PostgreSQL.

import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'

export interface Nats {
  /** Undefined while NATS is away. */
  live(): NatsConnection | undefined
  publish(subject: string, text: string): boolean
  /** Attaches now or as soon as NATS is there; lasts over reconnects. */
  subscribe(subject: string, onMessage: () => void): void
  /** Called at the first connection and at every later one. */
  onConnected(run: () => void): void
  close(): Promise<void>
}

export function openNats(url: string, log: Logger, metrics: Metrics): Nats {
  const subscriptions: (readonly [subject: string, onMessage: () => void])[] = []
  const listeners: (() => void)[] = []
  let connection: NatsConnection | undefined
  let connected = false
  let closed = false

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
    }
    setConnected(false)
  }
  // Not awaited: trading begins without it.
  const starting = connect({
    servers: url,
    name: 'fairlot-exchange',
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 10_000,
    maxPingOut: 2,
  }).then(
    async (live) => {
      connection = live
      if (closed) return live.close()
      for (const [subject, onMessage] of subscriptions) attach(live, subject, onMessage)
      void follow(live)
      setConnected(true)
      return undefined
    },
    (error: unknown) => {
      if (!closed) log.error({ err: error }, 'nats could not be set up')
    },
  )

  return {
    live: () => (connected ? connection : undefined),
    publish(subject, text) {
      if (!connection || !connected) return false
      try {
        connection.publish(subject, text)
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
      closed = true
      // A first connection that has not come about cannot be waited for: it may never come.
      if (!connection) return
      await connection.drain().catch(() => connection?.close())
      await starting
    },
  }
}
